import { isDeepStrictEqual } from 'node:util'
import { type BodyOf, message, type namedPlace, type NamedPlace } from '@mimamori/contract'
import { lockOffice } from '../../shared/organisation/office-lock.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context } from '../../platform/context.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { overlay } from '../../platform/overlay.ts'
import { findPlace, insertPlace, writePlace } from './store.ts'

/** What is saved of a place; without a number it is the one of that name, or a new one. */
export type PlaceDraft = Omit<BodyOf<typeof namedPlace.save>, 'officeId'> & { readonly officeId: number }

/**
 * Makes a named place of an office, or changes it. What a change leaves out stays.
 * @throws Refusal 404 where the office or the numbered place is not the actor's, 400 where another place of it has the name and for half a place
 */
export const savePlace = ({ db, clock }: Context, requester: Requester, draft: PlaceDraft): Promise<NamedPlace> =>
  db.transaction().execute(async (trx) => {
    const { id = null, officeId, ...values } = draft
    // One after another, so that two who make the same place make one.
    const office = await lockOffice(trx, requester.actor, officeId)
    const before = await findPlace(trx, office, { id, name: draft.name })
    if (id !== null && before === undefined) throw notFound()
    const { name, latitude = null, longitude = null, restPlace = false } = values
    const isPlaceSaid = values.latitude !== undefined || values.longitude !== undefined
    const place = before === undefined ? { latitude, longitude } : overlay(before, values)
    if (isPlaceSaid && (place.latitude === null) !== (place.longitude === null)) throw badRequest(message('halfPlace'))
    const after = before === undefined ? await insertPlace(trx, office, { name, latitude, longitude, restPlace }) : overlay(before, values)
    if (isDeepStrictEqual(before, after)) return after
    if (before !== undefined) await writePlace(trx, office, after)
    await writeAudit(trx, {
      at: clock(),
      actor: requester.actor,
      address: requester.address,
      resource: 'namedPlace',
      resourceId: after.id,
      ...office,
      action: before === undefined ? 'create' : 'update',
      before,
      after,
    })
    return after
  })
