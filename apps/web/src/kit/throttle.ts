type Pace = {
  /** Between the first reason and the work. */
  readonly waitMs: number
  /** At least so long between the end of the work and the next. */
  readonly restMs: number
}

/** Work that many reasons ask for: one time answers all of them, and it is never done twice at once. */
export const createThrottle = ({ waitMs, restMs }: Pace, work: () => unknown): { readonly ask: () => void; readonly stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRequested = false
  let restedAt = 0
  const start = () => {
    timer = setTimeout(
      () => {
        isRequested = false
        void Promise.resolve(work()).finally(() => {
          timer = undefined
          restedAt = Date.now() + restMs
          if (isRequested) start()
        })
      },
      Math.max(waitMs, restedAt - Date.now()),
    )
  }
  return {
    ask: () => {
      isRequested = true
      if (timer === undefined) start()
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
      isRequested = false
    },
  }
}
