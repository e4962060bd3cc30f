import { performance } from 'node:perf_hooks'

const busyFrom = 0.9
const lookedAtEveryMs = 500

/** Whether the event loop had hardly any time to spare lately. */
export const isBusyLately = () => {
  let [since, at, isBusy] = [performance.eventLoopUtilization(), performance.now(), false]
  return (): boolean => {
    if (performance.now() - at < lookedAtEveryMs) return isBusy
    isBusy = performance.eventLoopUtilization(since).utilization > busyFrom
    ;[since, at] = [performance.eventLoopUtilization(), performance.now()]
    return isBusy
  }
}
