import type { AlertEpisode } from '@mimamori/contract/alert'

/** How an alert on the page is confirmed: by itself, with its person's emergency above it, or by the bar beneath its person's. */
export type Way = 'alone' | 'emergency' | 'withEmergency' | 'bar'

export type Person = {
  readonly userId: number
  readonly name: string
  /** Nobody has seen these yet, in the order of the page. */
  readonly onPage: readonly AlertEpisode[]
  /** Nor these of other pages and filters; an emergency is answered where it is seen. */
  readonly elsewhere: readonly AlertEpisode[]
}

/** True for an alert of a person that nobody has seen yet and somebody has to. */
export const isUnseen = (episode: AlertEpisode): episode is AlertEpisode & { readonly userId: number } =>
  episode.userId !== null && episode.handling === 'open' && episode.withdrawn === '0' && episode.drill === '0'

const emergencyFirst = (a: AlertEpisode, b: AlertEpisode): number => Number(b.emergency) - Number(a.emergency)

/** The people of a page who have unseen alerts, with all their alerts. */
export const peopleOf = (rows: readonly AlertEpisode[], open: readonly AlertEpisode[]): Map<number, Person> => {
  const shown = new Set(rows.map(({ id }) => id))
  const byPerson = Map.groupBy(rows.filter(isUnseen), ({ userId }) => userId)
  return new Map(
    [...byPerson].map(([userId, own]) => [
      userId,
      {
        userId,
        name: own[0]?.fullName ?? '',
        onPage: own.toSorted(emergencyFirst),
        elsewhere: open.filter(
          (episode) => isUnseen(episode) && episode.userId === userId && episode.emergency === '0' && !shown.has(episode.id),
        ),
      },
    ]),
  )
}

/** The rows with each person's unseen ones together, at the place of the first of them: the emergency before the others. */
export const groupByPerson = (rows: readonly AlertEpisode[], people: ReadonlyMap<number, Person>): readonly AlertEpisode[] => {
  const listed = new Set<number>()
  return rows.flatMap((row) => {
    const person = isUnseen(row) ? people.get(row.userId) : undefined
    if (person === undefined) return [row]
    if (listed.has(person.userId)) return []
    listed.add(person.userId)
    return person.onPage
  })
}

/** How a row of the page is confirmed. */
export const wayOf = (row: AlertEpisode, people: ReadonlyMap<number, Person>): Way => {
  const person = isUnseen(row) ? people.get(row.userId) : undefined
  if (person === undefined || person.onPage.length + person.elsewhere.length < 2) return 'alone'
  const [first] = person.onPage
  if (first?.emergency === '1') return first.id === row.id ? 'emergency' : 'withEmergency'
  return 'bar'
}

/** What is confirmed: those ticked; with all of them also what is on other pages. */
export const chosenOf = ({ onPage, elsewhere }: Person, isTicked: (id: number) => boolean): AlertEpisode[] => {
  const ticked = onPage.filter(({ id }) => isTicked(id))
  return [...ticked, ...(ticked.length === onPage.length ? elsewhere : [])]
}
