// Telemetry: what the process says about itself — one structured line per event on standard error, counters and
// gauges in Prometheus text, and a wrapper that keeps secrets out of both. It knows nothing of purchases and imports
// Glibc and Synchronization only.
