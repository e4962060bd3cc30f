import type { z } from 'zod'
import { labelOf, type Resource } from './labels.ts'
import { itemLabels } from './map-labels.ts'
import { messages } from './messages.ts'

type Issue = z.core.$ZodIssue

const custom: Record<string, string> = {
  password: '半角の英小文字、英大文字、数字をそれぞれ1文字以上使ってください。',
  commonPassword: messages.passwordCommon,
  samePassword: '現在のパスワードと同じです。別のパスワードを入力してください。',
  confirmPassword: 'パスワードと一致していません。',
  confirm: '新しいパスワードと一致していません。',
  choice: '選べる値ではありません。',
  characters: '使えない文字が入っています。入力し直してください。',
  phone: '半角の数字とハイフンで入力してください。',
  steps: '1から1440までの整数を、小さい順にカンマで区切って入力してください。',
  email: 'メールアドレスの形式が正しくありません。半角の英数字と記号で入力してください。',
  loginId: '半角の英数字と . _ - @ で入力してください。',
  serial: '半角の英数字と . _ - で入力してください。',
  devEui: '16桁の16進数（0から9とaからf）で入力してください。',
  knownDevEui: 'この連携の表にもうあります。機器を変えるには、表の行の「変える」を押してください。',
  messagePath: '項目の名前を . でつないで入力してください。',
  sismilId: '6桁の数字で入力してください。',
  factorCode: '6桁のコードか、回復コードを入力してください。',
  serialType1: '体調デバイスの番号は、0から32767までの数字で入力してください。',
  serialType3: '数字を1文字以上含めてください。',
  corner: '緯度,経度の形で入力してください。',
  control: '改行などの制御文字は使えません。入力し直してください。',
  issuer: 'https:// で始まるURLを、? や # を含めずに入力してください。',
  domains: 'example.co.jp の形のドメインを、カンマで区切って入力してください。',
  claim: '半角の英数字と _ : / . - で入力してください。',
  latitude: '緯度は-90から90の間の数値で入力してください。',
  longitude: '経度は-180から180の間の数値で入力してください。',
  zoom: '拡大は0から22の間の数値で入力してください。',
  ledColor: '6つの色を、RRGGBBの形でカンマ区切りにして入力してください。',
  channelUrl: 'https:// で始まるURLを入力してください。',
  smsNumbers: '1行に1つ、20まで、半角の数字とハイフンで入力してください。国番号は +81 のように付けます。',
  readScopes: '読み取る範囲を1つ以上選んでください。',
  channelHours: '開始とは違う時刻を入力してください。',
  replayRange: '開始より後の日時を入力してください。',
  endOfWork: '作業者、グループ、拠点のうち、どれか1つを指定してください。',
  card: '作業者証を読み取れません。QRコードをもう一度読むか、カードのサインイン番号を入力してください。',
  cardHandOutOnly: 'この作業者証は、サインインに使えません。新しい作業者証の印刷を、職長か拠点の管理者に頼んでください。',
  pin: '6桁の数字で入力してください。',
  confirmPin: 'PINと一致していません。',
  whosePin: '作業者かグループの、どちらか1つを指定してください。',
  birthYear: '1900年から15年前までの、西暦の年を入力してください。',
  consent: '本人に説明し、同意を得てから登録してください。',
  checkAnswers: '答えか「回答しない」の、どちらか1つを送ってください。',
  checkQuestions: '質問は5つまでで、質問と選択肢の言葉を40文字以内で入力してください。',
  wearReturn: '機器の番号かグループの、どちらか1つを指定してください。',
  day: '1900年より後の日付を入力してください。',
  month: '1900年以降の月を入力してください。',
  birthDate: '今日より前の日付を入力してください。',
  future: '今日までの日を選んでください。',
  futureMonth: '今月までの月を選んでください。',
  beforeStart: '開始日以降の日を選んでください。',
  oneWorker: '月報は、作業者を1人選んでください。',
  tooManyDays: '開始日から92日以内の日を選んでください。',
  tooManyTrialDays: '試算は7日までです。開始日から7日以内の日を選んでください。',
  planDate: 'きょう、あす、あさってのどれかを選んでください。',
  planGroup: '試すグループを1つ選んでください。',
  planHours: '作業の開始とは違う時刻を入力してください。',
  planBreak: '休憩は、12:00-13:00 の形で入力してください。',
  planBreakOutside: '作業時間の中の時刻を入力してください。',
  dayOfDaily: '日報は、2026-07-20 の形で日まで指定してください。',
}

const tooSmall = (issue: Issue & { code: 'too_small' }) => {
  if (issue.origin === 'string') return Number(issue.minimum) <= 1 ? 'この項目は必須です。' : `${issue.minimum}文字以上で入力してください。`
  if (issue.origin === 'array') return `${issue.minimum}件以上にしてください。`
  return `${issue.minimum}以上で入力してください。`
}

const tooBig = (issue: Issue & { code: 'too_big' }) => {
  if (issue.origin === 'string') return `${issue.maximum}文字以内で入力してください。`
  if (issue.origin === 'array') return `${issue.maximum}件以内にしてください。`
  return `${issue.maximum}以下で入力してください。`
}

const notAList = '一覧の形で送ってください。'
const notADay = '日付として読めません。2026-07-20 の形で入力してください。'

const wantsDay = (issue: Issue) => issue.code === 'invalid_format' && issue.format === 'date'
const wants = (type: string) => (issue: Issue) =>
  issue.code === 'invalid_type' && String(issue.expected) === type && issue.path.length === 0
const wantsInteger = wants('int')
const wantsList = wants('array')
const wantsNumber = wants('number')

/** Whether an issue is of a kind, or one of the forms it was tried in is. */
const holds = (issue: Issue, isOfKind: (issue: Issue) => boolean): boolean =>
  isOfKind(issue) || (issue.code === 'invalid_union' && issue.errors.flat().some((inner) => holds(inner, isOfKind)))

const ofBounds: readonly string[] = ['too_small', 'too_big', 'custom'] satisfies Issue['code'][]

/** Of several forms the only one that takes the value's type: what it says is meant. */
const boundWithin = (issue: Issue): Issue | undefined => {
  if (issue.code !== 'invalid_union') return ofBounds.includes(issue.code) && issue.path.length === 0 ? issue : undefined
  const [bound, ...others] = issue.errors.flatMap(([first, ...more]) =>
    first === undefined || more.length > 0 ? [] : (boundWithin(first) ?? []),
  )
  return others.length === 0 ? bound : undefined
}

const severalForms = (issue: Issue & { code: 'invalid_union' }): string => {
  if (isBlank(issue.input)) return 'この項目は必須です。'
  const bound = boundWithin(issue)
  if (bound !== undefined) return remedyOf(bound)
  if (holds(issue, wantsDay)) return notADay
  if (holds(issue, wantsList)) return notAList
  if (holds(issue, wantsInteger)) return '整数で入力してください。'
  return holds(issue, wantsNumber) ? '数値で入力してください。' : '値の種類が正しくありません。'
}

const isBlank = (input: unknown) => input === undefined || input === null || input === ''

/** What is wrong with a value and what to do, as a site manager would read it; without the field's name. */
export const remedyOf = (issue: Issue): string => {
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_type':
      if (isBlank(issue.input)) return 'この項目は必須です。'
      if (issue.expected === 'array') return notAList
      return String(issue.expected) === 'int' ? '整数で入力してください。' : '値の種類が正しくありません。'
    case 'invalid_format':
      // A blank URL is an invalid one by the customer's words.
      if (issue.input === '' && issue.format !== 'url') return 'この項目は必須です。'
      if (issue.format === 'date') return notADay
      if (issue.format === 'time') return '06:00 の形で入力してください。'
      if (issue.format === 'url') return 'https:// か http:// で始まるURLを入力してください。'
      return issue.format === 'datetime' ? '時差の付いた日時で入力してください。' : '書き方が正しくありません。'
    case 'invalid_value':
      return Object.hasOwn(issue, 'input') && isBlank(issue.input) ? 'この項目は必須です。' : '選べる値ではありません。'
    case 'invalid_union':
      return severalForms(issue)
    case 'custom':
      return custom[String(issue.params?.['rule'])] ?? '入力した内容が正しくありません。'
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
      return '入力した内容が正しくありません。'
    default:
      issue satisfies never
      return '入力した内容が正しくありません。'
  }
}

const isInside = (issues: readonly Issue[]) => issues.length > 0 && issues.every(({ path }) => path.length > 0)

/** What is wrong inside the one form that a value was meant to have, where it may have several (an item, or a list of them). */
export const issuesWithin = (issue: Issue): readonly Issue[] => {
  if (issue.code !== 'invalid_union') return [issue]
  const candidates = issue.errors.filter(isInside)
  const [inside] = candidates
  if (inside === undefined || candidates.length > 1) return [issue]
  return inside.flatMap(issuesWithin).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

const fieldLabel = (resource: Resource, path: Issue['path'], field: string): string => {
  const own = path.flatMap((part) => (typeof part === 'string' ? (itemLabels[part]?.[field] ?? []) : []))
  return own[0] ?? labelOf(resource, field) ?? field
}

/** Which item of a list a field belongs to: 親機・子機2番目の; empty if the field is in no list. */
const itemOf = (resource: Resource, path: Issue['path']): string => {
  const place = path.findLastIndex((part) => typeof part === 'number')
  if (place < 0 || place === path.length - 1) return ''
  const list = path[place - 1]
  return `${typeof list === 'string' ? (labelOf(resource, list) ?? '') : ''}${Number(path[place]) + 1}番目の`
}

/** The field's label and the remedy in one line: 「件数：1000以下で入力してください。」; of a list's item its place too. */
export const issueText = (resource: Resource, issue: Issue): string => {
  const field = issue.path.findLast((part) => typeof part === 'string')
  return field === undefined
    ? remedyOf(issue)
    : `${itemOf(resource, issue.path)}${fieldLabel(resource, issue.path, field)}：${remedyOf(issue)}`
}
