import { labels } from './labels.ts'

const { user, group, heatWatcher, gateway, device } = labels

const placeWords = '場所 場所名 設置位置 位置 位置情報'
const serials = 'シリアル シリアルNo シリアルNo. シリアルナンバー 機器番号 製造番号 S/N serial serialNumber'
const mails = 'メール Eメール E-mail email mail メアド 電子メール 電子メールアドレス メールアドレス'
const numbersOfWatchers = 'SisMil シスミル シスミルID 暑さ指数計のID 暑さ指数計の番号 暑さ指数計番号'

/**
 * What people write above the columns of their own files, by the label that each means. Only words that can mean
 * nothing else in a file of that kind: 会社名 may be the employer or the customer, 番号 anything, and 削除フラグ of another
 * system deletes nobody here. Compared as `foldHeading` has them.
 */
const aliases: ReadonlyMap<string, string> = new Map([
  [
    user.userName,
    'ログイン ログイン名 ログインアカウント アカウント ユーザーID ユーザID ユーザー名 ユーザ名 利用者ID loginId userName userId',
  ],
  [
    user.workerCode,
    '社員番号 社員コード 社員ID 社員No 社員No. 従業員番号 従業員コード 職員番号 作業者番号 作業者ID 作業者No 作業員番号 作業員コード workerCode',
  ],
  [user.fullName, '名前 お名前 姓名 氏名(漢字) 漢字氏名 名前(漢字) 作業者名 作業員名 社員名 従業員名 利用者名 fullName name'],
  [
    user.furigana,
    `カナ カナ氏名 カナ名 氏名カナ 氏名(カナ) 氏名フリガナ 氏名(フリガナ) 名前カナ 名前(カナ) ヨミガナ ヨミ furigana kana
     ふりがな かな 氏名かな 氏名(かな) 氏名ふりがな 氏名(ふりがな) よみがな よみ 読み 読み仮名`,
  ],
  [user.gender, '男女 男女別 gender sex'],
  [user.dateOfBirth, '誕生日 生年月日(西暦) 生年月日(和暦) 出生日 birthday dateOfBirth'],
  [user.phoneNumber, '電話 携帯 携帯電話 携帯番号 携帯電話番号 TEL TEL番号 電話番号(携帯) 連絡先 連絡先電話番号 phone phoneNumber'],
  [user.email, mails],
  [user.affiliation1, '所属 所属先 所属会社 所属会社名 協力会社 協力会社名'],
  [user.language, '使用言語 母語 母国語 話せる言語 language'],
  [user.meditagId, '体調デバイス番号 体調デバイスID デバイス デバイス番号 デバイスID バイタルデバイス バイタルタグ meditagId'],
  [user.safetyBeltId, '安全帯番号 安全帯ID ハーネス フルハーネス safetyBeltId'],
  [user.consentAt, '同意日 同意した日 測定同意日'],
  [user.consentWithdrawnAt, '同意取消日 同意撤回日'],
  [user.firstExposureOn, '暑熱作業開始日 暑熱作業の開始日'],
  [user.metabolicClass, '作業強度 代謝率区分'],
  [user.acclimatised, '順化 暑熱順化の有無'],
  [user.clothing, '着衣 衣服'],
  [user.password, '初期パスワード パスワード(初期) password'],
  [group.groupCode, '班コード 班番号 グループ番号 グループID groupCode'],
  [group.groupName, 'グループ 班 班名 チーム チーム名 groupName'],
  [group.leaderId, '職長のログインID 職長ID グループリーダー リーダー 班長'],
  [group.listSubleader, '副職長のログインID 副職長ID サブリーダー 副リーダー 副班長'],
  [group.listMember, 'メンバーのログインID 班員 作業者 作業員'],
  [group.listEmailAlert, `アラート通知先 通知先 通知先メール 通知先メールアドレス ${mails}`],
  [device.serialNumber, `${serials} ID 機器ID デバイス番号 デバイスID`],
  [device.deviceType, '種類 機器種別 機器の種別 機器の種類 デバイス種別 タイプ deviceType gatewayType'],
  [device.referenceBarometerId, '気圧基準器ID 気圧基準器の番号 基準器 基準局 referenceBarometerId'],
  [heatWatcher.serialNumber, `${serials} ${numbersOfWatchers} ID`],
  [heatWatcher.installationStatus, '設置 設置状態 状況 installationStatus'],
  [heatWatcher.locationName, `${placeWords} ${gateway.locationName} locationName`],
  [heatWatcher.status, 'マップに表示 地図表示 地図に表示'],
  [gateway.serialNumber, `${serials} 親機・子機のID 親機ID 子機ID ゲートウェイ ゲートウェイID 気圧基準器ID 基準局ID`],
  [gateway.locationName, `${placeWords} ${heatWatcher.locationName} locationName`],
  // Its label holds a space, which is folded away.
  [gateway.heatIndexWatcherId, `${numbersOfWatchers} SisMilID heatIndexWatcherId`],
])

/** A heading as it is compared: in any width and case, without spaces, and without the mark that its cells must be filled. */
export const foldHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s|\((必須|任意)\)|[[【](必須|任意)[\]】]|[*※]/g, '')

/** The words beside its label that a column may be called by, folded. */
export const otherHeadingsOf = (label: string): readonly string[] => (aliases.get(label)?.split(/\s+/) ?? []).map(foldHeading)

/** A column that an import takes in: its field, and the label that is its heading. */
export type HeadedField = { readonly field: string; readonly label: string }

/** Which column of a file is which field, as a request says it: the number of the column from 1, or null for none. */
export type ColumnMapping = Readonly<Record<string, number | null>>

export type MatchedHeadings = {
  /** The index of each field's column. */
  readonly places: ReadonlyMap<string, number>
  /** Fields whose column has another heading than the label. */
  readonly byAlias: readonly string[]
  /** Columns (by index) that say the same field, so that none of them was taken. */
  readonly ambiguous: ReadonlyMap<string, readonly number[]>
  /** Columns with an unknown heading. */
  readonly unknown: readonly number[]
}

/**
 * Which column of a file is which field: as the mapping says, else by the label, else by another word for it.
 * @param shown labels of columns that a download shows and no import takes in
 */
export const matchHeadings = (
  fields: readonly HeadedField[],
  shown: readonly string[],
  header: readonly string[],
  mapping: ColumnMapping = {},
): MatchedHeadings => {
  const headings = header.map(foldHeading)
  const places = new Map<string, number>()
  const taken = new Set<number>()
  const byAlias: string[] = []
  const ambiguous = new Map<string, number[]>()
  const take = (field: string, place: number) => {
    places.set(field, place)
    taken.add(place)
  }
  for (const [field, number] of Object.entries(mapping)) if (number !== null) take(field, number - 1)
  const open = () => fields.filter(({ field }) => !places.has(field) && !ambiguous.has(field) && mapping[field] === undefined)
  const columnsOf = (words: readonly string[]) =>
    headings.flatMap((heading, index) => (!taken.has(index) && words.includes(heading) ? index : []))
  const match = (wordsOf: (label: string) => readonly string[], onMatch: (field: string) => void) => {
    for (const { field, label } of open()) {
      const found = columnsOf(wordsOf(label))
      const [place] = found
      if (found.length > 1) ambiguous.set(field, found)
      else if (place !== undefined) {
        take(field, place)
        onMatch(field)
      }
    }
  }
  match(
    (label) => [foldHeading(label)],
    () => undefined,
  )
  for (const index of columnsOf(shown.map(foldHeading))) taken.add(index)
  match(otherHeadingsOf, (field) => byAlias.push(field))
  const ambiguousFields = new Set([...ambiguous.values()].flat())
  const unknown = headings.flatMap((heading, index) => (heading === '' || taken.has(index) || ambiguousFields.has(index) ? [] : index))
  return { places, byAlias, ambiguous, unknown }
}
