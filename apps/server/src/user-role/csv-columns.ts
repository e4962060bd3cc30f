import {
  Email,
  labels,
  LoginId,
  NewPassword,
  passwordOf,
  PersonName,
  Phone,
  readDay,
  type Role,
  isWorkerRole,
  WorkerDraft,
} from '@mimamori/contract'
import { z } from 'zod'
import { readWord } from '../platform/exchange/cell.ts'
import { type FileColumn, importColumn, shownColumn } from '../platform/exchange/columns.ts'
import { heatColumns } from '../organisation/heat-columns.ts'

const { user } = labels
const { shape } = WorkerDraft

const loginIdBy = (schema: z.ZodType) => importColumn({ name: 'login_id', label: user.userName, type: 'text', schema, use: 'key' })
const loginId = loginIdBy(LoginId)
// A base administrator's is the system's to make: empty makes one.
const madeLoginId = loginIdBy(
  z
    .string()
    .trim()
    .max(200)
    .transform((text) => text || null),
)

const names = [
  importColumn({ name: 'full_name', label: user.fullName, type: 'text', schema: PersonName }),
  importColumn({ name: 'furigana', label: user.furigana, type: 'text', schema: PersonName }),
]
const reachedBy = [
  importColumn({ name: 'phone_number', label: user.phoneNumber, type: 'text', schema: Phone }),
  importColumn({ name: 'email', label: user.email, type: 'text', schema: Email }),
]
const password = (schema: z.ZodType) => importColumn({ name: 'password', label: user.password, type: 'text', schema, use: 'secret' })

const companyShown = shownColumn('company_name', user.companyName)
const officeShown = shownColumn('office_name', user.officeName)

const day = (name: string, label: string, schema: z.ZodType) =>
  importColumn({
    name,
    label,
    type: 'date',
    schema,
    read: (text) => (text.trim() === '' ? null : readDay(text)),
    remedy: '日付として読めません。1971-12-02 や 昭和46年12月2日 の形で入力してください。',
  })

const genders = { '1': 1, '2': 2, '3': 3, 男: 1, 男性: 1, 女: 2, 女性: 2, その他: 3 }

/** What a file of administrators says, but for where they belong. */
export const adminColumns: readonly FileColumn[] = [loginId, ...names, ...reachedBy, password(NewPassword)]
export const contractAdminColumns: readonly FileColumn[] = [companyShown, ...adminColumns]
export const baseAdminColumns: readonly FileColumn[] = [
  companyShown,
  officeShown,
  madeLoginId,
  ...names,
  ...reachedBy,
  password(NewPassword),
]

/** What a file of workers says. Group and role are shown only: groups' own files put people into groups. */
export const workerColumns: readonly FileColumn[] = [
  companyShown,
  officeShown,
  shownColumn('group_name', user.groupName),
  shownColumn('role_jp', user.roleJp),
  loginId,
  importColumn({ name: 'worker_code', label: user.workerCode, type: 'text', schema: shape.workerCode }),
  ...names,
  importColumn({
    name: 'gender',
    label: user.gender,
    type: 'integer',
    schema: z.literal([1, 2, 3]),
    read: readWord(genders),
    remedy: '1（男）、2（女）、3（その他）のどれかを入力してください。',
  }),
  day('date_of_birth', user.dateOfBirth, shape.dateOfBirth),
  ...reachedBy,
  importColumn({ name: 'affiliation1', label: user.affiliation1, type: 'text', schema: shape.affiliation1 }),
  importColumn({ name: 'affiliation2', label: user.affiliation2, type: 'text', schema: shape.affiliation2 }),
  importColumn({ name: 'affiliation3', label: user.affiliation3, type: 'text', schema: shape.affiliation3 }),
  importColumn({ name: 'vital', label: user.meditagId, type: 'text', schema: shape.meditagId }),
  importColumn({ name: 'belt', label: user.safetyBeltId, type: 'text', schema: shape.safetyBeltId }),
  day('consent_at', user.consentAt, shape.consentAt),
  day('consent_withdrawn_at', user.consentWithdrawnAt, shape.consentWithdrawnAt),
  day('first_exposure_on', user.firstExposureOn, shape.firstExposureOn),
  ...heatColumns(user),
  password(passwordOf('User')),
]

const kinds = {
  AdminUnitService: { name: 'adminColumns', columns: adminColumns, fileName: 'サービス管理者', job: 'importServiceAdmins' },
  AdminUnitContract: { name: 'contractAdminColumns', columns: contractAdminColumns, fileName: '契約管理者', job: 'importContractAdmins' },
  HeadquartersAdmin: { name: 'baseAdminColumns', columns: baseAdminColumns, fileName: '拠点管理者', job: 'importBaseAdmins' },
  User: { name: 'workerColumns', columns: workerColumns, fileName: '作業者', job: 'importWorkers' },
} as const

/** The roles that have files of their own; leaders stand among the workers. */
export type FileRole = keyof typeof kinds

export const fileRoleOf = (role: Role): FileRole => (isWorkerRole(role) ? 'User' : (role as FileRole))

/** A role's columns, with the name they are exported by, what its files are called, and the job that takes one in. */
export const fileOf = (role: FileRole) => kinds[role]
