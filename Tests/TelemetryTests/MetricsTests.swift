import Telemetry
import Testing

@Suite struct MetricsTests {
    @Test("Counters and gauges are rendered as Prometheus reads them, sorted")
    func rendered() {
        let metrics = Metrics()
        metrics.counter("requests_total", help: "Requests.", ["route": "b", "code": "200"])
            .increment()
        metrics.counter("requests_total", help: "Requests.", ["code": "200", "route": "a"])
            .increment(by: 4)
        let parked = metrics.gauge("parked", help: "Polls\nthat wait.")
        parked.set(5)
        parked.add(-2)
        metrics.reading("pool_idle", help: "Connections.") { 9 }
        metrics.counter("bad-name 1", help: "x", ["la bel": "\"q\"\\\n"]).increment()
        #expect(
            metrics.rendered() == """
                # HELP bad_name_1 x
                # TYPE bad_name_1 counter
                bad_name_1{la_bel="\\"q\\"\\\\\\n"} 1
                # HELP parked Polls\\nthat wait.
                # TYPE parked gauge
                parked 3
                # HELP pool_idle Connections.
                # TYPE pool_idle gauge
                pool_idle 9
                # HELP requests_total Requests.
                # TYPE requests_total counter
                requests_total{code="200",route="a"} 4
                requests_total{code="200",route="b"} 1

                """)
    }

    @Test("The same name and labels give the same counter, from any thread")
    func shared() async {
        let metrics = Metrics()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 {
                        metrics.counter("n_total", help: "n", ["a": "b"]).increment()
                    }
                }
            }
        }
        #expect(metrics.counter("n_total", help: "n", ["a": "b"]).value == 8_000)
    }
}
