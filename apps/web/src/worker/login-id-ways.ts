import { LoginId } from '@mimamori/contract/field'
import type { LoginIdWay } from '@mimamori/contract/import'
import { labels } from '@mimamori/contract/labels'
import type { MadeField } from '../kit/import/made-step.tsx'

const ways: readonly { readonly value: LoginIdWay; readonly label: string; readonly end: string }[] = [
  { value: 'workerCode', label: '拠点コードと作業者コードから作る', end: '0123' },
  { value: 'number', label: '拠点コードと連番で作る', end: '1' },
]

const where = 'ログインIDは、すべての会社で1つだけのものです。作ったログインIDは、作業者の一覧かダウンロードで確かめられます。'
const remedy = 'ファイルにログインIDを入れてください。拠点コードを変えるときは、半角の英数字と . _ - @ を使ってください。'

/**
 * How the login IDs are made that a file of workers leaves out: each begins with the site's code, which may hold what a login
 * ID may not.
 * @param baseCode undefined until a site is chosen
 */
export const loginIdsOf = (baseCode: string | undefined): MadeField => {
  const isUsable = (end: string) => baseCode === undefined || LoginId.safeParse(`${baseCode}-${end}`).success
  return {
    field: 'userName',
    label: labels.user.userName,
    name: 'loginIds',
    ways: ways.map(({ end, ...way }) => ({
      ...way,
      example: `${baseCode ?? '拠点コード'}-${end}`,
      ...(!isUsable(end) && { refusal: `拠点コード「${baseCode}」は、ログインIDに使えません。` }),
    })),
    note: ways.some(({ end }) => isUsable(end)) ? where : remedy,
  }
}
