import type { Rolldown } from 'vite'

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** A module of ours and all of ours that it imports, except what is loaded later. */
const reach = (graph: Graph, from: readonly string[]): ReadonlySet<string> => {
  const reached = new Set<string>()
  const waiting = [...from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []).filter((next) => !next.includes('node_modules')))
  }
  return reached
}

/** What so many screens need is loaded with the first of them. */
const manyScreens = 4

/**
 * Says which file of the build a module of ours goes into; what it needs of a library goes with it. Left to itself the
 * bundler makes a file for each set of screens that share something: over a hundred requests before the first list shows.
 * So there is one file for the login screen, one for the frame around all others, one for what many screens need; the rest
 * stays with its screen.
 */
export const chunkNames = (start: { readonly entry: string; readonly login: string; readonly frame: string }) => {
  let sets: Readonly<Record<'first' | 'frame' | 'shared', ReadonlySet<string>>> | undefined
  const find = (graph: Graph) => {
    const first = reach(graph, [start.entry, start.login])
    const screens = new Set([...first].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []))
    const counts = new Map<string, number>()
    for (const screen of screens) for (const id of reach(graph, [screen])) counts.set(id, (counts.get(id) ?? 0) + 1)
    const shared = new Set([...counts].filter(([, count]) => count >= manyScreens).map(([id]) => id))
    return { first, frame: reach(graph, [start.frame]), shared }
  }
  return (id: string, graph: Graph): string | null => {
    sets ??= find(graph)
    if (sets.first.has(id)) return 'first'
    if (sets.frame.has(id)) return 'frame'
    return sets.shared.has(id) ? 'shared' : null
  }
}
