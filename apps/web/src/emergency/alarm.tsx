import { emergencyKinds } from '@mimamori/contract/alert'
import MutedOutlined from '@ant-design/icons-svg/es/asn/MutedOutlined'
import SoundOutlined from '@ant-design/icons-svg/es/asn/SoundOutlined'
import { useEffect, useMemo } from 'react'
import { setTitleBadge } from '../platform/title-badge.ts'
import { SvgIcon } from '../kit/svg-icon.tsx'
import { PlainButton } from '../kit/plain-button.tsx'
import styles from './alarm.module.css'
import { isLoud, soundKey, sounds } from './alarm-rules.ts'
import { allowSound, useAlarmSound, useSoundState } from './alarm-sound.ts'
import { silence, useSilenced } from './silenced.ts'
import { useEpisodes } from './use-episodes.ts'

/** The alerts that nobody has answered and that cannot wait. */
const useSounding = () => {
  const { data } = useEpisodes({ kind: `${emergencyKinds.join(',')},report,condition,siteHeat,belt`, handling: 'open', drill: 'all' })
  return useMemo(() => (data?.data ?? []).filter(sounds), [data])
}

/**
 * Sounds until somebody answers what cannot wait, counts it before the tab's title, and says in a line what becomes of the
 * sound: a browser plays none before the first tap, and a person may stop it until the next alert.
 */
export const Alarm = () => {
  const sounding = useSounding()
  const silenced = useSilenced()
  const state = useSoundState()
  const loud = isLoud(sounding, silenced)
  useAlarmSound(loud && state === 'on')
  useEffect(() => {
    setTitleBadge(sounding.length)
    return () => setTitleBadge(0)
  }, [sounding.length])

  // Two sections with keys: the tap that lets the sound out is over a button that must not become the one that stops it.
  if (state === 'blocked')
    return (
      <section key="blocked" className={styles['bar']} aria-label="アラートの音">
        <span className={styles['word']}>
          <SvgIcon icon={MutedOutlined} />
          音が止められています
        </span>
        <PlainButton className={styles['button']} onClick={allowSound}>
          音を出す
        </PlainButton>
      </section>
    )
  if (state === 'none' || !loud) return null
  return (
    <section key="sounding" className={styles['bar']} aria-label="アラートの音">
      <span className={styles['word']}>
        <SvgIcon icon={SoundOutlined} />
        アラートの音が鳴っています
      </span>
      <PlainButton className={styles['button']} onClick={() => silence(sounding.map(soundKey))}>
        音を止める
      </PlainButton>
    </section>
  )
}
