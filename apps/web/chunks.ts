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

/** The files of the build that are named, and the modules that each begins with, in the order in which they are loaded. */
type Starts = Readonly<Record<string, readonly string[]>>

/**
 * Says which file of the build a module of ours goes into; what it needs of a library goes with it. Left to itself the
 * bundler makes a file for each set of screens that share something: over a hundred requests before the first list shows.
 * So each of the starts is a file with all that it needs and no start before it has, and what many screens need is another; the rest
 * stays with its screen.
 * @param starts the first of them is what the page itself loads
 */
export const chunkNames = (starts: Starts) => {
  let sets: ReadonlyMap<string, ReadonlySet<string>> | undefined
  const find = (graph: Graph) => {
    const found = new Map(Object.entries(starts).map(([name, from]) => [name, reach(graph, from)]))
    const started = [...found.values()].flatMap((modules) => [...modules])
    const screens = new Set(started.flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []))
    const counts = new Map<string, number>()
    for (const screen of screens) for (const id of reach(graph, [screen])) counts.set(id, (counts.get(id) ?? 0) + 1)
    return found.set('shared', new Set([...counts].filter(([, count]) => count >= manyScreens).map(([id]) => id)))
  }
  return (id: string, graph: Graph): string | null => {
    sets ??= find(graph)
    for (const [name, modules] of sets) if (modules.has(id)) return name
    return null
  }
}

/** The same as the bundler's groups: what a library is needed for first decides where it goes. */
export const chunkGroups = (starts: Starts) => {
  const nameOf = chunkNames(starts)
  return [...Object.keys(starts), 'shared'].map((own, index, all) => ({
    name: (id: string, graph: Graph) => (nameOf(id, graph) === own ? own : null),
    priority: all.length - index,
    debugName: own,
  }))
}
