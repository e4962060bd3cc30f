import ReloadOutlined from '@ant-design/icons/ReloadOutlined'
import { Button } from 'antd'
import type { Roster } from './use-roster.ts'

const words = { unchosen: '先に拠点を選ぶ', loading: '読み込んでいます', failed: '読み込めませんでした' } as const

/** What a field says whose people have not come. @param ready what it says once they have */
export const placeholderOf = ({ state }: Roster, ready: string): string => (state === 'ready' ? ready : words[state])

/** Asks again for people who could not be loaded. */
export const RosterRetry = ({ roster }: { readonly roster: Roster }) =>
  roster.state === 'failed' && (
    <Button icon={<ReloadOutlined aria-hidden="true" />} aria-label="作業者を再読込" onClick={roster.readAgain}>
      再読込
    </Button>
  )
