import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { OfficeKey, PersonKey } from '../../organisation/keys.ts'

/** Ends open rests (alias `r`); one of a place when the person was last heard there, since silence does not count. */
const endOpen = async (db: Db, companyId: number, of: RawBuilder<boolean>, at: Date): Promise<void> => {
  await sql`
    update rest r
       set ended_by = 'leader', ended_at = greatest(r.began_at, case when r.source = 'place' then r.heard_at else ${at}::timestamptz end)
     where r.company_id = ${companyId} and r.ended_at is null and ${of}`.execute(db)
}

/** Ends the open rest of somebody who leaves their office: nobody there sees them any more. Readings that come late leave it as it is. */
export const endRestOfPerson = (db: Db, { companyId, userId }: PersonKey, at: Date): Promise<void> =>
  endOpen(db, companyId, sql<boolean>`r.user_id = ${userId}`, at)

/** Ends the open rests of an office that is archived. */
export const endRestsOfOffice = (db: Db, { companyId, officeId }: OfficeKey, at: Date): Promise<void> =>
  endOpen(db, companyId, sql<boolean>`r.office_id = ${officeId}`, at)
