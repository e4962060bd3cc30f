const key = 'visited'

type VisitedState = {
  /** The addresses by their place in the history since the tab was loaded. */
  readonly places: readonly string[]
  /** The query that each path had last. */
  readonly queries: Readonly<Record<string, string>>
}

const nothing: VisitedState = { places: [], queries: {} }

/** How a tab showed its screens last; a reload keeps it. */
export const createVisited = (storage: Storage) => {
  const read = () => JSON.parse(storage.getItem(key) ?? JSON.stringify(nothing)) as VisitedState
  return {
    /** Notes the address that is shown at a place. */
    note: (index: number, href: string): void => {
      const { places, queries } = read()
      const [path = '', query = ''] = href.split('?')
      // What lay ahead of a place is gone once something new is shown there.
      const remaining = places[index] === href ? places : [...places.slice(0, index), href]
      storage.setItem(key, JSON.stringify({ places: remaining, queries: { ...queries, [path]: query } } satisfies VisitedState))
    },
    /** The query that a path had last, empty where it was never shown. */
    queryOf: (path: string): string => read().queries[path] ?? '',
    /** The path that Back leads to from a place; undefined where the console was opened there. */
    pathBehind: (index: number): string | undefined => read().places[index - 1]?.split('?')[0],
    /** Forgets everything: the next person has visited no screen yet. */
    forget: (): void => storage.removeItem(key),
  }
}

/** Those of this tab. */
export const visited = createVisited(sessionStorage)
