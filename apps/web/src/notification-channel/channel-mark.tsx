import type { ChannelType } from '@mimamori/contract/channel-fields'
import styles from './channel-mark.module.css'
import { channelLetters } from './channel-words.ts'

/** The letter of a service in a square, beside words that name it. */
export const ChannelMark = ({ type }: { readonly type: ChannelType }) => (
  <span className={styles['mark']} aria-hidden="true">
    {channelLetters[type]}
  </span>
)
