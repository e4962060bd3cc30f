import {
  Email,
  labels,
  LoginId,
  NewPassword,
  passwordOf,
  PersonName,
  Phone,
  type Role,
  isWorkerRole,
  WorkerDraft,
} from '@mimamori/contract'
import { z } from 'zod'
import { readDay, readWord } from '../platform/exchange/cell.ts'
import type { CsvColumn } from '../platform/exchange/columns.ts'
import { heatColumns } from '../platform/exchange/heat-columns.ts'

const { user } = labels
const { shape } = WorkerDraft

const loginId: CsvColumn = { name: 'login_id', label: user.userName, type: 'text', schema: LoginId, use: 'key' }
// A base administrator's is the system's to make: empty makes one.
const madeLoginId: CsvColumn = {
  ...loginId,
  schema: z
    .string()
    .trim()
    .max(200)
    .transform((text) => text || null),
}

const names: readonly CsvColumn[] = [
  { name: 'full_name', label: user.fullName, type: 'text', schema: PersonName },
  { name: 'furigana', label: user.furigana, type: 'text', schema: PersonName },
]
const reachedBy: readonly CsvColumn[] = [
  { name: 'phone_number', label: user.phoneNumber, type: 'text', schema: Phone },
  { name: 'email', label: user.email, type: 'text', schema: Email },
]
const password = (schema: z.ZodType): CsvColumn => ({ name: 'password', label: user.password, type: 'text', schema, use: 'secret' })

const shown = (name: string, label: string): CsvColumn => ({ name, label, type: 'text', schema: z.string(), use: 'shown' })
const companyShown = shown('company_name', user.companyName)
const officeShown = shown('office_name', user.officeName)

const day = (name: string, label: string, schema: z.ZodType): CsvColumn => ({
  name,
  label,
  type: 'date',
  schema,
  read: (text) => (text.trim() === '' ? null : readDay(text)),
  remedy: '日付として読めません。1971-12-02 や 昭和46年12月2日 の形で入力してください。',
})

const genders = { '1': 1, '2': 2, '3': 3, 男: 1, 男性: 1, 女: 2, 女性: 2, その他: 3 }

/** What a file of administrators says, but for where they belong. */
export const adminColumns: readonly CsvColumn[] = [loginId, ...names, ...reachedBy, password(NewPassword)]
export const contractAdminColumns: readonly CsvColumn[] = [companyShown, ...adminColumns]
export const baseAdminColumns: readonly CsvColumn[] = [
  companyShown,
  officeShown,
  madeLoginId,
  ...names,
  ...reachedBy,
  password(NewPassword),
]

/** What a file of workers says. Group and role are shown only: groups' own files put people into groups. */
export const workerColumns: readonly CsvColumn[] = [
  companyShown,
  officeShown,
  shown('group_name', user.groupName),
  shown('role_jp', user.roleJp),
  loginId,
  { name: 'worker_code', label: user.workerCode, type: 'text', schema: shape.workerCode },
  ...names,
  {
    name: 'gender',
    label: user.gender,
    type: 'integer',
    schema: z.literal([1, 2, 3]),
    read: readWord(genders),
    remedy: '1（男）、2（女）、3（その他）のどれかを入力してください。',
  },
  day('date_of_birth', user.dateOfBirth, shape.dateOfBirth),
  ...reachedBy,
  { name: 'affiliation1', label: user.affiliation1, type: 'text', schema: shape.affiliation1 },
  { name: 'affiliation2', label: user.affiliation2, type: 'text', schema: shape.affiliation2 },
  { name: 'affiliation3', label: user.affiliation3, type: 'text', schema: shape.affiliation3 },
  { name: 'vital', label: user.meditagId, type: 'text', schema: shape.meditagId },
  { name: 'belt', label: user.safetyBeltId, type: 'text', schema: shape.safetyBeltId },
  day('consent_at', user.consentAt, shape.consentAt),
  day('consent_withdrawn_at', user.consentWithdrawnAt, shape.consentWithdrawnAt),
  day('first_exposure_on', user.firstExposureOn, shape.firstExposureOn),
  ...heatColumns(user),
  password(passwordOf('User')),
]

const kinds = {
  AdminUnitService: { name: 'adminColumns', columns: adminColumns, fileName: 'サービス管理者' },
  AdminUnitContract: { name: 'contractAdminColumns', columns: contractAdminColumns, fileName: '契約管理者' },
  HeadquartersAdmin: { name: 'baseAdminColumns', columns: baseAdminColumns, fileName: '拠点管理者' },
  User: { name: 'workerColumns', columns: workerColumns, fileName: '作業者' },
} as const

/** The roles that have files of their own; leaders stand among the workers. */
export type FileRole = keyof typeof kinds

export const fileRoleOf = (role: Role): FileRole => (isWorkerRole(role) ? 'User' : (role as FileRole))

/** A role's columns, with the name they are exported by, and what its files are called. */
export const fileOf = (role: FileRole) => kinds[role]
