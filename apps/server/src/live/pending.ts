import type { Ids } from './store.ts'

type Payload = { readonly o: number; readonly u?: readonly number[]; readonly d?: readonly number[]; readonly a?: readonly number[] }

const readPayload = (payload: string): Payload | undefined => {
  try {
    const parsed: unknown = JSON.parse(payload)
    return typeof parsed === 'object' && parsed !== null && typeof (parsed as Payload).o === 'number' ? (parsed as Payload) : undefined
  } catch {
    return undefined
  }
}

/** Collects what has been announced until it is read. */
export class Pending {
  #userIds = new Set<number>()
  #alertIds = new Set<number>()
  #deviceIds = new Set<number>()

  get isEmpty(): boolean {
    return this.#userIds.size + this.#alertIds.size + this.#deviceIds.size === 0
  }

  /** @returns true for a valid announcement about an office that somebody listens to */
  add(payload: string, isListenedTo: (officeId: number) => boolean): boolean {
    const change = readPayload(payload)
    if (change === undefined || !isListenedTo(change.o)) return false
    for (const id of change.u ?? []) this.#userIds.add(id)
    for (const id of change.a ?? []) this.#alertIds.add(id)
    for (const id of change.d ?? []) this.#deviceIds.add(id)
    return true
  }

  /** Puts back what could not be read. */
  restore(ids: Ids): void {
    for (const id of ids.userIds) this.#userIds.add(id)
    for (const id of ids.alertIds) this.#alertIds.add(id)
    for (const id of ids.deviceIds) this.#deviceIds.add(id)
  }

  /** All of it; empty afterwards. */
  take(): Ids {
    const ids = { userIds: [...this.#userIds], alertIds: [...this.#alertIds], deviceIds: [...this.#deviceIds] }
    this.#userIds = new Set()
    this.#alertIds = new Set()
    this.#deviceIds = new Set()
    return ids
  }
}
