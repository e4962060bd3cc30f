import type { ReportWorker } from '@mimamori/contract/report'

export type RosterGroup = {
  readonly value: string
  readonly title: string
  /** What a search looks through. */
  readonly search: string
  readonly children: { readonly value: number; readonly title: string; readonly search: string }[]
}

/** The name, and that they are gone where they are. */
export const nameOf = ({ fullName, hasLeft }: ReportWorker): string => (hasLeft ? `${fullName}（いまはいない人）` : fullName)

const groupKeyOf = ({ officeId, groupId }: ReportWorker) => `${officeId}-${groupId ?? ''}`

/** People under their groups, in the order they come; with several sites the site's name is before the group's. */
export const rosterTree = (roster: readonly ReportWorker[]): RosterGroup[] => {
  const severalSites = new Set(roster.map(({ officeId }) => officeId)).size > 1
  const groups = new Map<string, RosterGroup>()
  for (const worker of roster) {
    const key = groupKeyOf(worker)
    const name = worker.groupName ?? 'グループなし'
    const title = severalSites ? `${worker.officeName}　${name}` : name
    const group = groups.get(key) ?? { value: key, title, search: title, children: [] }
    groups.set(key, group)
    group.children.push({
      value: worker.userId,
      title: nameOf(worker),
      search: [worker.fullName, worker.furigana, worker.workerCode].filter((part) => part !== null).join(' '),
    })
  }
  return [...groups.values()]
}

/** The people of a group. */
export const membersOf = (tree: readonly RosterGroup[], group: string): number[] =>
  tree.find(({ value }) => value === group)?.children.map(({ value }) => value) ?? []

/** Those one steps through: the chosen ones, else everybody. */
export const circleOf = (roster: readonly ReportWorker[], workers: readonly number[]): readonly ReportWorker[] =>
  workers.length > 1 ? roster.filter(({ userId }) => workers.includes(userId)) : roster
