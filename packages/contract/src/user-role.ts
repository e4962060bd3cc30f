import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email, LoginId, optionalCode, optionalText, PersonName, Phone } from './field.ts'
import { HeatLayer, HeatLayerAnswer } from './heat-profile.ts'
import { admins, isWorkerRole, leaders, type Role, roles, WireRole } from './role.ts'
import { NewPassword, passwordUpTo } from './session.ts'
import { Day, Instant, listOf, listQuery, Nothing, wireFlag, wireInteger } from './wire.ts'

/** A person as lists and forms have them. `roleJp` is the role's name in Japanese. */
export const UserRole = z.object({
  userId: z.number().int(),
  userName: z.string(),
  fullName: z.string(),
  furigana: z.string(),
  phoneNumber: z.string().nullable(),
  email: z.string().nullable(),
  companyId: z.number().int().nullable(),
  companyName: z.string().nullable(),
  officeId: z.number().int().nullable(),
  officeName: z.string().nullable(),
  groupId: z.number().int().nullable(),
  groupName: z.string().nullable(),
  role: z.enum(roles),
  roleJp: z.string(),
  isLockedOut: z.boolean(),
  /** False where no password is set yet, so that the person cannot sign in. */
  hasPassword: z.boolean(),
  workerCode: z.string().nullable(),
  gender: z.number().int().min(1).max(3).nullable(),
  dateOfBirth: z.string().nullable(),
  affiliation1: z.string().nullable(),
  affiliation2: z.string().nullable(),
  affiliation3: z.string().nullable(),
  /** Serial and type of what the person wears now. */
  meditagId: z.string().nullable(),
  meditagType: z.string().nullable(),
  safetyBeltId: z.string().nullable(),
  safetyBeltType: z.string().nullable(),
  consentAt: Instant.nullable(),
  consentWithdrawnAt: Instant.nullable(),
  firstExposureOn: z.string().nullable(),
  ...HeatLayerAnswer,
  /** Reference WBGT in °C that follows from worker, group and site; null for administrators. */
  referenceWbgt: z.number().nullable(),
  /** False while an alert of the person is not closed. */
  canDelete: z.boolean(),
  version: z.number().int(),
})
export type UserRole = z.infer<typeof UserRole>

const tokyoOffsetMs = 9 * 3_600_000
const dayInJapan = (epochMs: number) => new Date(epochMs + tokyoOffsetMs).toISOString().slice(0, 10)

const BirthDate = Day.refine((day) => day < dayInJapan(Date.now()) && day > '1900-01-01', { params: { rule: 'birthDate' } })

const emptyIsNull = (value: unknown) => (value === '' ? null : value)

/** A day that may be left out. The answers' instants are taken back as the day they fall on in Japan. */
const OptionalDay = z.preprocess(
  emptyIsNull,
  z
    .union([Day, Instant.transform((instant) => dayInJapan(Date.parse(instant)))])
    .nullish()
    .transform((day) => day ?? null),
)

/** Fields that every account has. */
const account = { userName: LoginId, fullName: PersonName, furigana: PersonName, phoneNumber: Phone, email: Email }
const serial = optionalCode(16)

const deviceType = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((type) => (type === null || type === undefined || type === '' ? null : String(type)))

/** What the worker form sends; its role is always User when a worker is made. */
export const WorkerDraft = z.object({
  ...account,
  companyId: wireInteger(1),
  officeId: wireInteger(1),
  workerCode: optionalCode(255),
  gender: wireInteger(1, 3),
  dateOfBirth: BirthDate,
  affiliation1: optionalText(100),
  affiliation2: optionalText(100),
  affiliation3: optionalText(100),
  meditagId: serial,
  meditagType: deviceType,
  safetyBeltId: serial,
  safetyBeltType: deviceType,
  consentAt: OptionalDay,
  consentWithdrawnAt: OptionalDay,
  firstExposureOn: OptionalDay,
  ...HeatLayer,
})
export type WorkerDraft = z.output<typeof WorkerDraft>

/** What the form of service-unit administrators sends. */
export const ServiceAdminDraft = z.object(account)
/** What the form of contract-unit administrators sends. */
export const ContractAdminDraft = ServiceAdminDraft.extend({ companyId: wireInteger(1) })
/** A base administrator's login ID is the system's to make. */
export const BaseAdminDraft = ContractAdminDraft.extend({ officeId: wireInteger(1) }).omit({ userName: true })

/** The draft that a role's form sends; the passwords come beside it. */
export const draftOf = {
  AdminUnitService: ServiceAdminDraft,
  AdminUnitContract: ContractAdminDraft,
  HeadquartersAdmin: BaseAdminDraft,
  GroupLeader: WorkerDraft,
  GroupSubLeader: WorkerDraft,
  User: WorkerDraft,
} as const satisfies Record<Role, z.ZodObject>

/** The password an account of the role is given. Workers' may be longer, as the worker form has it. */
export const passwordOf = (role: Role) => (isWorkerRole(role) ? passwordUpTo(255) : NewPassword)

const emptyIsAbsent = (value: unknown) => (value === '' || value === null ? undefined : value)

/** The two password fields of a form: required for a new account, left empty to keep the old one. */
export const passwordsOf = (role: Role, isNew: boolean) => {
  const password = passwordOf(role)
  return z
    .object({
      password: z.preprocess(emptyIsAbsent, isNew ? password : password.optional()),
      confirmPassword: z.preprocess(emptyIsAbsent, z.string().optional()),
    })
    .refine((given) => (given.password ?? '') === (given.confirmPassword ?? ''), {
      path: ['confirmPassword'],
      params: { rule: 'confirmPassword' },
      // Said together with the faults of the other fields, not only once those are mended.
      when: () => true,
    })
}

/** Anybody on the way in. Which fields are required depends on the role: see `draftOf` and `passwordsOf`. */
export const UserRoleInput = z.looseObject({
  role: WireRole.optional(),
  userId: wireInteger(1).optional(),
  version: wireInteger(1).optional(),
  password: z.preprocess(emptyIsAbsent, z.string().optional()),
  confirmPassword: z.preprocess(emptyIsAbsent, z.string().optional()),
})

const one = z.object({ id: wireInteger(1) })

export const userSortKeys = [
  'userName',
  'fullName',
  'companyName',
  'officeName',
  'groupName',
  'role',
  'roleJp',
  'workerCode',
  'email',
  'phoneNumber',
  'isLockedOut',
  'affiliation1',
  'dateOfBirth',
  'gender',
  'meditagId',
  'safetyBeltId',
] as const

const filters = {
  companyId: wireInteger(1).optional(),
  officeId: wireInteger(1).optional(),
  groupId: wireInteger(1).optional(),
  /** One role or several, comma-separated or repeated. */
  role: z.union([z.string(), z.array(z.string())]).optional(),
  /** 1: the three worker roles. */
  worker: wireFlag.optional(),
  workerCode: z.string().optional(),
  userName: z.string().optional(),
  /** Part of the name or its furigana, in kanji, hiragana, katakana or half-width kana. */
  fullName: z.string().optional(),
  /** The whole name. */
  exactFullName: z.string().optional(),
  /** Site ids, comma-separated: everyone of those sites by name, for pickers of several sites. */
  listUserNameByListOffice: z.union([z.string(), z.array(z.string())]).optional(),
  isLockedOut: wireFlag.optional(),
}

/**
 * What a file came to, by rows. Of the updated, `unchanged` said what was so already, and changed nothing. `warnings`, by
 * row number, stopped nothing, but should be looked at.
 */
export const ImportCounts = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  deleted: z.number().int(),
  unchanged: z.number().int().default(0),
  warnings: z.record(z.string(), z.array(z.string())).optional(),
})
export const ImportAnswer = z.union([ImportCounts, z.object({ jobId: z.string() })])

export const userRole = {
  list: endpoint({
    method: 'GET',
    path: '/api/UserRole',
    permission: [...admins, ...leaders],
    summary: '範囲内の利用者。氏名は漢字、ひらがな、カタカナ、半角カナのどれでも探せる。',
    query: z.object({ ...listQuery, ...filters }),
    answer: listOf(UserRole),
  }),
  nextUserId: endpoint({
    method: 'GET',
    path: '/api/UserRole/GetUserId',
    permission: admins,
    summary: '次に作られるログインIDの見込み。保存したときに決まる。',
    query: z.object({ role: WireRole.optional(), officeId: wireInteger(1).optional() }),
    answer: z.object({ userName: z.string() }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/UserRole/Download',
    permission: admins,
    summary: '絞り込んだ利用者のCSV。直してそのまま取り込める。',
    query: z.object(filters),
    answer: z.string(),
    raw: true,
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/UserRole/Template',
    permission: admins,
    summary: '取り込み用CSVのひな形。',
    query: z.object({ role: WireRole }),
    answer: z.string(),
    raw: true,
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/UserRole/:id',
    permission: [...admins, ...leaders],
    summary: '利用者。',
    params: one,
    answer: UserRole,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/UserRole',
    permission: admins,
    summary: '利用者を登録する。ログインIDが使われていれば409と空いている候補を返す。',
    body: UserRoleInput,
    answer: UserRole,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/UserRole/:id',
    permission: admins,
    summary: '利用者を更新する。',
    params: one,
    body: UserRoleInput,
    answer: UserRole,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/UserRole/:id',
    permission: admins,
    summary: '利用者を削除する。測定値とアラートの記録は氏名とともに残る。',
    params: one,
    answer: Nothing,
  }),
  unlock: endpoint({
    method: 'PUT',
    path: '/api/UserRole/Unlock/:id',
    permission: admins,
    summary: 'ロックされた利用者を解除する。',
    params: one,
    answer: Nothing,
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/UserRole/Import/:id',
    permission: admins,
    summary: 'CSVを取り込む。全行か0行。id は拠点、契約管理者では会社。サービス管理者では見ない。',
    params: z.object({ id: wireInteger() }),
    answer: ImportAnswer,
    multipart: true,
  }),
}
