import { rotaLimits } from '@mimamori/contract'
import type { RotaSlot } from './read-rotas.ts'

/** Somebody at a place of the rota. */
export type RotaPerson = { readonly userId: number; readonly place: number }

/** Whom the rota calls at once. `everybody`: all leaders and base administrators of the site, since a place is empty. */
export type RotaCall = { readonly people: readonly RotaPerson[]; readonly isEverybody: boolean }

const everybody: RotaCall = { people: [], isEverybody: true }

const present = (slots: readonly RotaSlot[]): RotaPerson[] =>
  slots.flatMap(({ userId, place, gap }) => (gap === null && userId !== null ? [{ userId, place }] : []))

/** All at once; a shift with an empty place calls everybody next. */
const ofEmergency = (slots: readonly RotaSlot[]): RotaCall[] => {
  const people = present(slots)
  return [...(people.length === 0 ? [] : [{ people, isEverybody: false }]), ...(people.length < slots.length ? [everybody] : [])]
}

/**
 * One place after the other. An empty place calls everybody; an empty first place calls the first person who is there, and everybody
 * when that person's own turn comes.
 */
const inTurn = (slots: readonly RotaSlot[]): RotaCall[] => {
  const [first] = present(slots)
  if (first === undefined) return [everybody]
  return slots.map(({ place, userId, gap }): RotaCall => {
    if (place === 1) return { people: [first], isEverybody: false }
    return gap !== null || userId === null || place === first.place ? everybody : { people: [{ userId, place }], isEverybody: false }
  })
}

/** Whom a shift calls, in order, `rotaLimits.stepMinutes` apart: at least one call, at most `mostRotaCalls`. */
export const rotaCalls = (slots: readonly RotaSlot[], isEmergency: boolean): RotaCall[] =>
  isEmergency ? ofEmergency(slots) : inTurn(slots)

/** The numbers that the chain keeps for the rota, so that its later steps keep theirs when the shift changes. */
export const mostRotaCalls = rotaLimits.places
