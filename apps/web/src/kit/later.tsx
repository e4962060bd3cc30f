import { useEffect, useState, type ComponentType } from 'react'

/** A part of the console whose code is loaded when it is first shown, or before. */
type Later<Props extends object> = ComponentType<Props> & {
  /** Loads it ahead: it then shows at once. */
  readonly preload: () => Promise<void>
}

/**
 * Makes a part that is loaded when it is needed. Until then it shows nothing; React's `lazy` would hold the screen around it back, and
 * would not show even a part that is loaded already at once.
 */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> => {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const fetchPart = async () => {
    try {
      Loaded = await load()
    } finally {
      // What failed without a network is tried again by the next who needs it.
      loading = undefined
    }
  }
  const preload = async () => {
    if (Loaded === undefined) await (loading ??= fetchPart())
  }
  const Part = (props: Props) => {
    const [failure, setFailure] = useState<Error>()
    const [, redraw] = useState(Loaded !== undefined)
    useEffect(() => {
      if (Loaded === undefined)
        preload().then(
          () => redraw(true),
          (error: unknown) => setFailure(error instanceof Error ? error : new Error(String(error))),
        )
    }, [])
    // Shown by what is around it, like any other part that breaks.
    if (failure !== undefined) throw failure
    return Loaded === undefined ? null : <Loaded {...props} />
  }
  return Object.assign(Part, { preload })
}
