import { type SettingName, settings, keysOf } from '@mimamori/contract'
import type { SettingsInForce } from '../../../shared/settings/settings.ts'
import { everybody, mergeRecipients, type Recipients } from '../../../platform/outside/outgoing-mail.ts'
import type { Switches } from './rules.ts'

type MailItem = keyof (typeof settings)['EMAIL_ALERT_DISPLAY_ITEM_SETTING']
export const mailItems = keysOf(settings.EMAIL_ALERT_DISPLAY_ITEM_SETTING)
export type { MailItem }

const items = Object.fromEntries(mailItems.map((item): [MailItem, SettingName] => [item, ['EMAIL_ALERT_DISPLAY_ITEM_SETTING', item]])) as {
  readonly [Item in MailItem]: readonly ['EMAIL_ALERT_DISPLAY_ITEM_SETTING', Item]
}

/** The master settings that say who is notified of what, and how. */
export const wantedSettings = {
  to: ['EMAIL_ALERT_SETTING', 'TO'],
  cc: ['EMAIL_ALERT_SETTING', 'CC'],
  bcc: ['EMAIL_ALERT_SETTING', 'BCC'],
  pauseMinutes: ['EMAIL_ALERT_SETTING', 'BLOCK_SEND_ALERT_AFTER_PERIOD_TIME'],
  target: ['GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET'],
  emergencies: ['GENERAL_ALERT_SETTING', 'EMERGENCY_RESPONSE_ALERT'],
  aliveMonitoring: ['GENERAL_ALERT_SETTING', 'ALIVE_MONITORING_ALERT'],
  minutes: ['ESCALATION_SETTING', 'MINUTES'],
  steps: ['ESCALATION_SETTING', 'STEPS'],
  ...items,
} as const satisfies Readonly<Record<string, SettingName>>

/** Those settings of one office. */
export type TellingSettings = SettingsInForce<typeof wantedSettings>

export const switchesOf = ({ target, emergencies, aliveMonitoring }: TellingSettings): Switches => ({
  target: target.value,
  emergencies: emergencies.value === '1',
  aliveMonitoring: aliveMonitoring.value === '1',
})

export const isChosen = (own: TellingSettings, item: MailItem): boolean => own[item].value === '1'

/**
 * Whom a site's alert mails go to: the addresses in force, and a group's join To. Each address is listed once, where it weighs
 * most. Undefined where there is nobody.
 */
export const recipientsOf = ({ to, cc, bcc }: TellingSettings, groupEmails: readonly string[]): Recipients | undefined => {
  const recipients = mergeRecipients({ to: [...to.value, ...groupEmails], cc: cc.value, bcc: bcc.value })
  return everybody(recipients).length === 0 ? undefined : recipients
}
