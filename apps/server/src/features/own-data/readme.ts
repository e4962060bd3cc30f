import type { Language } from '@mimamori/contract/language'
import { textsIn } from '@mimamori/texts'
import { toJapanIso } from '../../platform/japan-time.ts'
import type { OwnFile } from './own-file.ts'

const byteOrderMark = '\uFEFF'

/** What is in the ZIP, in the language of the person. */
export const readmeOf = (files: readonly OwnFile[], language: Language, now: Date): string => {
  const t = textsIn(language)
  const explained = files.map(({ key, title }) => `csv/${title}.csv, json/${key}.json\r\n    ${t(`myData.files.${key}`)}`)
  const time = toJapanIso(now).slice(0, 16).replace('T', ' ')
  const head = [
    t('myData.readme.title'),
    t('myData.readme.made', { time }),
    t('myData.readme.what'),
    t('myData.readme.others'),
    t('myData.readme.secrets'),
  ]
  return `${byteOrderMark}${[...head, ...explained].join('\r\n\r\n')}\r\n`
}
