import { trialSettingOf } from '@mimamori/contract/alert-trial'
import { type Draft, type SettingState, withTyped } from './setting-state.ts'

/** The draft that an address proposes (TYPE.KEY:value, with commas between), of the settings that a trial may change. */
export const proposedDraft = (state: SettingState, proposed: string): Draft =>
  proposed.split(',').reduce((draft, part) => {
    const [, type = '', key = '', value = ''] = /^(\w+)\.(\w+):(\d+)$/.exec(part) ?? []
    const name = trialSettingOf(type, key)
    return name === undefined ? draft : withTyped({ ...state, draft }, name, value)
  }, state.draft)
