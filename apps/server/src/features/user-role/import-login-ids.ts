import type { ClientBase } from 'pg'
import { stage } from '../../platform/exchange/stage.ts'
import { isOfTarget, type Target } from './import-target.ts'

/** SQL: the staged rows (alias `s`) of people who are new and whose login ID is made. */
export const isNamed = 's.target_id is null and not s.deletes and (s.login_id is null or s.login_is_made)'

const lacksLogin = 's.login_id is null and not s.deletes and s.worker_code is not null'

const giveKnown = (target: Target) => `
  update ${stage} s set login_id = u.login_id from app_user u
   where ${lacksLogin} and u.worker_code = s.worker_code and ${isOfTarget(target)}`

// $1 is the site's code.
const giveFromCode = `update ${stage} s set login_id = $1::text || '-' || s.worker_code, login_is_made = true where ${lacksLogin}`

/**
 * Gives the rows of workers that lack a login ID theirs: that of the worker whose code they say, or one made of it. Running
 * numbers are given once it is known that the file can be imported.
 */
export const giveLoginIds = async (client: ClientBase, target: Target): Promise<void> => {
  await client.query(`alter table ${stage} add column if not exists login_is_made boolean not null default false`)
  if (target.loginIds === null) return
  await client.query(giveKnown(target))
  if (target.loginIds === 'workerCode') await client.query(giveFromCode, [target.baseCode])
}

const nameOf = (alias: string) => `translate(${alias}.full_name, E' \\u3000', '')`
const personOf = (alias: string) => `(${nameOf(alias)} || ' ' || ${alias}.date_of_birth)`

/** SQL: what is wrong with rows whose login ID is made; `person` are the company's people. */
export const namingFaults = ({ loginIds, officeId }: Target): string[] =>
  loginIds === null
    ? []
    : [
        `select s.row_number, 'codeMissing', '' from ${stage} s
          where ${loginIds === 'workerCode' ? 's.login_id is null and s.target_id is null and not s.deletes' : 'false'}`,
        `select s.row_number, 'codeUnfit', '' from ${stage} s
          where s.login_is_made and s.target_id is null and (length(s.login_id) > 100 or s.login_id !~ '^[A-Za-z0-9._@-]+$')`,
        // Imported a second time, such a file would make everybody again.
        `select s.row_number, 'samePerson', min(u.login_id)
           from ${stage} s
           join person u on u.office_id = ${officeId} and u.deleted_at is null and u.date_of_birth = s.date_of_birth and ${nameOf('u')} = ${nameOf('s')}
          where ${isNamed} and not exists (select from ${stage} r where r.target_id = u.user_id)
          group by s.row_number`,
        `select s.row_number, 'samePersonTwice', earlier.first::text
           from (select ${personOf('s')} as who, min(s.row_number) as first from ${stage} s where ${isNamed} group by 1 having count(*) > 1) earlier
           join ${stage} s on ${personOf('s')} = earlier.who and s.row_number <> earlier.first and ${isNamed}`,
      ]
