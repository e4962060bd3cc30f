import { keysOf } from '@mimamori/contract/typed-lists'
import { japaneseTexts } from '../platform/load-texts.ts'

type ScreenKey = keyof typeof japaneseTexts.myData.screens

/** The text of a screen that somebody looked at; undefined for one that no language has a word for. */
export const screenKeyOf = (screen: string): ScreenKey | undefined => keysOf(japaneseTexts.myData.screens).find((key) => key === screen)
