import { type Erasure, type Role, roleNames } from '@mimamori/contract'
import { sql } from 'kysely'
import { companyOf } from '../../../shared/organisation/company-of.ts'
import { type PersonKey, providerId } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import { withinReachEver } from '../reach.ts'
import { findErasure } from './erasure-store.ts'
import { findHindrances } from './hindrances.ts'
import { findHold } from './holds.ts'
import { findOutsideHolders } from './outside-holders.ts'

type Row = PersonKey & {
  readonly userName: string
  readonly fullName: string
  readonly role: Role
  readonly companyName: string | null
  readonly officeName: string | null
  readonly isDeleted: boolean
}

const findPersonEver = async (db: Db, actor: Actor, userId: number): Promise<Row> => {
  const companyId = await companyOf(db, actor, 'app_user', userId)
  if (companyId === undefined) throw notFound()
  const { rows } = await sql<Row>`
    select u.company_id as "companyId", u.user_id as "userId", u.login_id as "userName", u.full_name as "fullName", u.role,
           c.name as "companyName", o.name as "officeName", u.deleted_at is not null as "isDeleted"
      from app_user u
      left join company c on c.company_id = u.company_id and c.company_id <> ${providerId}
      left join office o on o.company_id = ${companyId} and o.office_id = u.office_id
     where u.company_id = ${companyId} and u.user_id = ${userId} and ${withinReachEver(actor)}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/** The state of the erasure of somebody's data, deleted people included. @throws Refusal 404 beyond the actor's reach */
export const readErasure = async (db: Db, actor: Actor, userId: number, now: Date): Promise<Erasure> => {
  const { companyId, ...person } = await findPersonEver(db, actor, userId)
  const key = { companyId, userId }
  const erased = await findErasure(db, key)
  return {
    ...person,
    roleJp: roleNames[person.role],
    erasedAt: toJapanIsoOrNull(erased?.erasedAt ?? null),
    hindrances: erased === undefined ? await findHindrances(db, key, now) : [],
    hold: (await findHold(db, key, now)) ?? null,
    outside: await findOutsideHolders(db, key),
  }
}
