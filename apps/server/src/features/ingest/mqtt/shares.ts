import { createHash } from 'node:crypto'
import { isNameOfApplication } from './topics.ts'

/**
 * The share an ingest key belongs to, from 0: the same in every process and every release, since what the sessions at
 * the broker hold rests on it.
 */
export const shareOf = (keyId: string, shares: number): number => createHash('sha256').update(keyId).digest().readUInt32BE(0) % shares

/**
 * The name of a share's session at the broker, the same for every process and every start: the next process is
 * sent what was in flight to the one before, in order. A new name would leave a session behind that keeps collecting. The names of another number of shares are others, so that the old can be emptied beside the new.
 */
export const sessionNameOf = (shares: number, share: number): string => (shares === 1 ? 'mimamori' : `mimamori-${shares}-${share}`)

/** The topics of one session: what devices send, and what they answer to commands. */
export type ShareTopics = { readonly readings: readonly string[]; readonly answers: readonly string[] }

const topicsOf = (names: readonly string[]): ShareTopics => ({
  readings: names.map((name) => (isNameOfApplication(name) ? `${name}/device/+/event/up` : `mimamori/v1/${name}/readings`)),
  answers: names.filter((name) => !isNameOfApplication(name)).map((name) => `mimamori/v1/${name}/downlink-ack`),
})

/** One session for all keys names none of them. Not a shared subscription, which keeps no order: decisions/0010. */
export const topicsOfAll: ShareTopics = topicsOf(['+'])

/** The topics of some keys, and of applications of connections, by the names of their topics. */
export const topicsOfKeys = (names: Iterable<string>): ShareTopics => topicsOf([...names])

/** A process that takes part, and how many shares it holds. */
export type Member = { readonly id: number; readonly held: number }

/**
 * How many shares a process is to hold: as many as every other, and where they do not come out even one more for those
 * that hold most already, so that nothing moves without need. None where it takes no part.
 */
export const sharesFor = (shares: number, members: readonly Member[], id: number): number => {
  const rank = members.toSorted((one, other) => other.held - one.held || one.id - other.id).findIndex((member) => member.id === id)
  if (rank < 0) return 0
  return Math.floor(shares / members.length) + (rank < shares % members.length ? 1 : 0)
}
