import type { MadeOfficeLink } from '@mimamori/contract/office-link'
import { screens } from '@mimamori/contract/screens'
import { Radio } from 'antd'
import { useState } from 'react'
import type { ModeChoice } from '../../platform/colour-mode.ts'
import { writeSearch } from '../../platform/search-text.ts'
import styles from './made-link-dialog.module.css'
import { ShownLinkDialog } from './shown-link-dialog.tsx'

const modes: { value: ModeChoice; label: string }[] = [
  { value: 'auto', label: '端末の設定に合わせる' },
  { value: 'light', label: '明るい' },
  { value: 'dark', label: '暗い' },
]

/** The secret is behind the #, which no browser sends anywhere (decisions/0039). */
const addressOf = ({ id, secret }: MadeOfficeLink, officeId: number, mode: ModeChoice): string => {
  const search = writeSearch({ OfficeId: officeId, Theme: mode === 'auto' ? undefined : mode })
  return `${location.origin}${screens.wallboard.path}${search}#${id}.${secret}`
}

type Props = { readonly made: MadeOfficeLink; readonly officeId: number; readonly onClose: () => void }

/** The address of a new board, this once. */
export const MadeLinkDialog = ({ made, officeId, onClose }: Props) => {
  const [mode, setMode] = useState<ModeChoice>('auto')
  return (
    <ShownLinkDialog
      made={made}
      address={addressOf(made, officeId, mode)}
      use="コピーして、事務所の画面のブラウザーで開いてください。起動したときに開くページに設定すると、電源を入れ直しても自動で表示します。"
      choice={
        <div className={styles['mode']}>
          <span id="board-mode">画面の明るさ</span>
          <Radio.Group
            aria-labelledby="board-mode"
            options={modes}
            value={mode}
            onChange={(event) => setMode(event.target.value as ModeChoice)}
          />
        </div>
      }
      note={
        <p className={styles['note']}>
          リンクを知っている人は、だれでもボードを見られます。不要になったら、一覧で止めてください。画面の自動消灯は、端末の設定で切ってください。
        </p>
      }
      onClose={onClose}
    />
  )
}
