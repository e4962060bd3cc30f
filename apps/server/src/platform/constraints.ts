import { message } from '@mimamori/contract'
import { badRequest, type Refusal } from './errors.ts'

/** What each constraint that people can run into is called to them. Constraints decide; this table gives the words. */
const takenFields: Record<string, string> = {
  company_code_unique: '会社コード',
  office_base_code_unique: '拠点コード',
  work_group_code_unique: 'グループコード',
  work_group_name_unique: 'グループ名',
  app_user_login_id_unique: 'ログインID',
  app_user_worker_code_unique: '作業者コード',
  ingest_key_name_unique: '名前',
  device_serial_unique: 'シリアル番号',
  wear_one_holder: '機器',
  wear_one_device_of_a_kind: '機器',
}

const uniqueViolation = '23505'

/** The name of the constraint that refused a write; undefined where the error is another one. */
export const violatedConstraint = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined
  return typeof error.code === 'string' && error.code.startsWith('23') && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
}

/** The refusal (400 with E009) for a value that is taken; undefined for any other error. */
export const takenRefusal = (error: unknown): Refusal | undefined => {
  const constraint = violatedConstraint(error)
  const field = constraint === undefined ? undefined : takenFields[constraint]
  if (field === undefined || (error as { code?: unknown }).code !== uniqueViolation) return undefined
  return badRequest(message('E009', { field }))
}
