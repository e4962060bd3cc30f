import { isAmong } from './typed-lists.ts'
import type { SettingKey, settings, SettingType } from './settings.ts'

/** The lists and the mail whose items can be chosen. */
export const displayTypes = [
  'PHYSICAL_CONDITION_LIST_DISPLAY_ITEM_SETTING',
  'SAFETY_LIST_DISPLAY_ITEM_SETTING',
  'EMAIL_ALERT_DISPLAY_ITEM_SETTING',
  'ALERT_LIST_DISPLAY_ITEM_SETTING',
] as const satisfies readonly SettingType[]
export type DisplayType = (typeof displayTypes)[number]

/** A display item of a list or of the mail. */
export type DisplayItem<Type extends DisplayType> = keyof (typeof settings)[Type] & SettingKey

export const isDisplayType = (type: string): type is DisplayType => isAmong(displayTypes, type)
