import { setTimeout as after } from 'node:timers/promises'
import { signIn, timeCalls } from './console.ts'
import { percentile, report } from './figure.ts'
import { fillOthers } from './fill.ts'
import { copySeconds, fileUnder, importSeconds } from './import-file.ts'
import { callsOf, siteCalls, timeMeanwhile } from './meanwhile.ts'
import type { Product } from './product.ts'

const families = [
  ['佐藤', 'サトウ'],
  ['鈴木', 'スズキ'],
  ['高橋', 'タカハシ'],
  ['田中', 'タナカ'],
  ['伊藤', 'イトウ'],
  ['渡辺', 'ワタナベ'],
  ['山本', 'ヤマモト'],
  ['中村', 'ナカムラ'],
] as const
const givens = [
  ['太郎', 'タロウ'],
  ['花子', 'ハナコ'],
  ['健', 'ケン'],
  ['愛', 'アイ'],
  ['学', 'マナブ'],
  ['翔太', 'ショウタ'],
  ['美咲', 'ミサキ'],
] as const

type Person = {
  readonly loginId: string
  readonly code: string
  readonly name: string
  readonly furigana: string
  readonly gender: number
  readonly born: string
  readonly phone: string
  readonly email: string
  readonly trade: string
  readonly firm: string
}

const personOf = (n: number, prefix = 'import'): Person => {
  const [family, familyKana] = families[n % families.length] ?? families[0]
  const [given, givenKana] = givens[Math.floor(n / 11) % givens.length] ?? givens[0]
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    loginId: `${prefix}-${String(n).padStart(6, '0')}`,
    code: `W${n}`,
    name: `${family}　${given}${n % 997}`,
    furigana: `${familyKana}　${givenKana}${n % 997}`,
    gender: 1 + (n % 3),
    born: `${1_960 + (n % 40)}-${two(1 + (n % 12))}-${two(1 + (n % 28))}`,
    phone: `090-${1_000 + (n % 9_000)}-${1_000 + (n % 8_999)}`,
    email: `import-${n}@example.jp`,
    trade: `鉄筋工事 第${n % 40}班`,
    firm: `協力会社${n % 100}`,
  }
}

const cells: Record<string, (person: Person) => string | number> = {
  ログインID: (p) => p.loginId,
  作業者コード: (p) => p.code,
  氏名: (p) => p.name,
  フリガナ: (p) => p.furigana,
  性別: (p) => p.gender,
  生年月日: (p) => p.born,
  電話番号: (p) => p.phone,
  メールアドレス: (p) => p.email,
  所属1: (p) => p.trade,
  所属2: (p) => p.firm,
  測定に同意した日: () => '2026-04-01',
  作業の強さ: () => 2,
}

/** A file of so many workers, under the headings that the product gives; each with the password, where one is given. */
export const workersFile = (template: string, count: number, prefix = 'import', password = ''): string =>
  fileUnder(
    template,
    Array.from({ length: count }, (_, n) => personOf(n, prefix)),
    { ...cells, パスワード: () => password },
  )

const copiedColumns = `login_id, role, company_id, office_id, full_name, furigana, phone_number, email, worker_code, gender, date_of_birth,
  affiliation1, affiliation2, metabolic_class, consent_at`

/** The same people as a plain COPY takes them. */
const copiedRows = (office: { company_id: number; office_id: number }, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const p = personOf(n)
    return [
      p.loginId,
      'User',
      office.company_id,
      office.office_id,
      p.name,
      p.furigana,
      p.phone,
      p.email,
      p.code,
      p.gender,
      p.born,
      p.trade,
      p.firm,
      2,
      '2026-04-01',
    ]
  })

/** A site to import to, of a company of its own. */
export const makeOffice = async ({ pool }: Product, code = 'IMPORT') => {
  const { rows } = await pool.query<{ company_id: number; office_id: number }>(
    `with made as (insert into company (code, name) values ($1, '取込建設') returning company_id)
     insert into office (company_id, base_code, name) select company_id, $1, '取込現場' from made returning company_id, office_id`,
    [code],
  )
  const [office] = rows
  if (office === undefined) throw new Error('no site')
  return office
}

// What the operator asks of everybody meanwhile.
const serviceCalls = { 'condition list of all companies': '/api/HealthCondition?limit=100' } as const

const lists = {
  'first page': 'limit=20',
  'name fragment': `limit=20&fullName=${encodeURIComponent('たなか')}`,
  'rare name': `limit=20&fullName=${encodeURIComponent('愛996')}`,
  'last page': '',
} as const

/** Imports so many workers beside the calls of a site's administrator, then reads their lists. */
export const measureImport = async (product: Product, baseLogin: string, workers: number): Promise<void> => {
  const headers = await signIn(product)
  const office = await makeOffice(product)
  const template = await (await fetch(`${product.url}/api/UserRole/Template?role=User`, { headers })).text()
  const file = workersFile(template, workers)
  const plain = await copySeconds(product, 'app_user', copiedColumns, copiedRows(office, workers))
  await fillOthers(product.pool, 20, 2_000)
  const base = await signIn(product, baseLogin)
  const calls = [...callsOf(product, siteCalls, base), ...callsOf(product, serviceCalls, headers)]
  const meanwhileOf = (work: Promise<unknown>) => timeMeanwhile(calls, work)
  await meanwhileOf(after(2_000))
  const before = await meanwhileOf(after(8_000))
  const idleMb = await product.residentMb()
  const residentMb: number[] = []
  const timer = setInterval(() => void product.residentMb().then((mb) => residentMb.push(mb)), 100)
  const work = importSeconds(product, `/api/UserRole/Import/${office.office_id}`, file, headers, { role: 'User' })
  const meanwhile = await meanwhileOf(work)
  clearInterval(timer)
  const seconds = await work
  report('plain copy of as many rows', plain, 's')
  report(
    `import of ${workers.toLocaleString('en')} workers, ${(Buffer.byteLength(file) / 1e6).toFixed(1)} MB, of plain copy`,
    seconds,
    's',
    plain,
  )
  report('import, memory beyond idle, at most', Math.max(...residentMb) - idleMb, 'MB', 300)
  for (const [name, ms] of meanwhile) report(`${name} during an import, p95, of before`, ms, 'ms', before.get(name))
  for (const [name, query] of Object.entries(lists)) {
    const list = `${product.url}/api/UserRole?worker=1&officeId=${office.office_id}&${query === '' ? `limit=20&offset=${workers - 20}` : query}`
    await timeCalls(list, headers, 20, 1)
    report(
      `people list of ${workers.toLocaleString('en')}, ${name}, p95`,
      percentile(await timeCalls(list, headers, 200, 1), 0.95),
      'ms',
      100,
    )
  }
}
