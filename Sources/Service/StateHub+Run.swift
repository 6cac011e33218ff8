import Coordination
import EventLoop
import FoundationEssentials
import HTTPServer
import InterlockAPI
import Storage
import Telemetry

// The work of a hub that waits for the database.
extension StateHub {
    /// Reads that run at once.
    private static let readsAtOnce = 16
    /// Scopes in one comparison of versions.
    private static let comparedAtOnce = 500

    /// Reads scopes and answers their polls until cancelled.
    static func run(_ hub: LoopBound<StateHub>) async {
        await withTaskGroup { group in
            group.addTask(executorPreference: hub.loop) { await repair(hub) }
            var running = 0
            for await scopeID in hub.onLoop.reads {
                if running == readsAtOnce {
                    await group.next()
                    running -= 1
                }
                running += 1
                group.addTask(executorPreference: hub.loop) { await read(scopeID, hub) }
            }
            group.cancelAll()
        }
    }

    private static func read(_ scopeID: UUID, _ hub: LoopBound<StateHub>) async {
        hub.onLoop.beginRead(scopeID)
        hub.onLoop.wakes.increment()
        let environments = hub.onLoop.environments(scopeID)
        let (storage, renderer) = (hub.onLoop.storage, hub.onLoop.renderer)
        for environment in environments {
            // A read that fails is made again by the next comparison of versions.
            guard let appID = hub.onLoop.watches[scopeID]?.appID else { continue }
            let found: ScopeStore.Reading?
            do { found = try await storage.scopes.current(scopeID, environment) } catch {
                continue
            }
            guard let reading = found else {
                // Its account is forgotten: the devices ask again, or don't.
                for poll in hub.onLoop.takeLeavers(scopeID, environment, []) {
                    poll.responder.send(StateResponse.unchanged(poll.etag, retry: true))
                }
                continue
            }
            guard let evaluator = try? await renderer.evaluator(of: appID, for: reading)
            else { continue }
            hub.onLoop.deliver(reading, scopeID, environment, evaluator)
            let leavers = hub.onLoop.takeLeavers(scopeID, environment, reading.members)
            for poll in leavers { await answer(poll, appID, hub) }
        }
        hub.onLoop.endRead(scopeID)
    }

    /// Answers a poll whose account is in another scope now: with that one's state, which differs.
    private static func answer(
        _ poll: ParkedPoll, _ appID: String, _ hub: LoopBound<StateHub>
    ) async {
        let (storage, renderer) = (hub.onLoop.storage, hub.onLoop.renderer)
        let account = AccountName(appID: appID, accountID: poll.account)
        guard
            let reading = try? await storage.scopes.state(
                of: account, environment: poll.environment),
            let evaluator = try? await renderer.evaluator(of: appID, for: reading),
            let response = try? StateResponse.changed(
                evaluator.state(
                    of: reading.snapshot, account: poll.account, device: poll.device,
                    environment: poll.environment))
        else {
            // The device asks again, and is then told what is wrong.
            return poll.responder.send(StateResponse.unchanged(poll.etag, retry: true))
        }
        poll.responder.send(response)
    }

    /// Compares versions now and then: for changes that another process made, and wakes that were lost.
    private static func repair(_ hub: LoopBound<StateHub>) async {
        while !Task.isCancelled {
            let pause = hub.onLoop.repairInterval * Double.random(in: 0.75...1.25)
            guard (try? await hub.loop.sleep(for: pause)) != nil else { return }
            let all = Array(hub.onLoop.watches.keys)
            for start in stride(from: 0, to: all.count, by: comparedAtOnce) {
                let part = Array(all[start..<min(start + comparedAtOnce, all.count)])
                guard let versions = try? await hub.onLoop.storage.scopes.versions(of: part)
                else { break }
                hub.onLoop.compare(versions)
            }
        }
    }
}
