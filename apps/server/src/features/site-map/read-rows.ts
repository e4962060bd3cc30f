import { foldKeys, issuesWithin, issueText, MapDraft, message } from '@mimamori/contract'

/** What is wrong with which row, by its number from 1. */
export type RowFaults = Map<number, string[]>

export const addFault = (faults: RowFaults, row: number, ...texts: string[]): void => {
  faults.set(row, [...(faults.get(row) ?? []), ...texts])
}

/** A row that can be read, with its number from 1. */
export type NumberedDraft = { readonly row: number; readonly draft: MapDraft }

/** Reads the rows one by one, so that each fault is reported under its row's number; a map in two rows is one. */
export const readRows = (sent: readonly unknown[]): { drafts: NumberedDraft[]; faults: RowFaults } => {
  const faults: RowFaults = new Map()
  const drafts: NumberedDraft[] = []
  const ids = new Set<number>()
  for (const [index, value] of sent.entries()) {
    const row = index + 1
    const parsed = MapDraft.safeParse(foldKeys(MapDraft, value), { reportInput: true })
    if (!parsed.success) {
      addFault(faults, row, ...new Set(parsed.error.issues.flatMap(issuesWithin).map((issue) => issueText('siteMap', issue))))
      continue
    }
    const { id = null } = parsed.data
    if (id !== null && id > 0 && ids.has(id)) addFault(faults, row, message('mapTwice'))
    if (id !== null) ids.add(id)
    drafts.push({ row, draft: parsed.data })
  }
  return { drafts, faults }
}
