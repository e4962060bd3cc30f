import CheckOutlined from '@ant-design/icons/CheckOutlined'
import CopyOutlined from '@ant-design/icons/CopyOutlined'
import EyeOutlined from '@ant-design/icons/EyeOutlined'
import { labels } from '@mimamori/contract/labels'
import { Button, Input } from 'antd'
import { useCopying } from '../organisation/panels/copied.tsx'
import { useShownOnce } from '../organisation/panels/shown-once.ts'
import type { MadeToken } from './read-key-calls.ts'
import { readExample } from './read-key-words.ts'
import styles from './made-token.module.css'

type Props = { readonly made: MadeToken; readonly onClose: () => void }

/** A new token, this once: copied, or noted elsewhere, and a command that reads with it. Anyone who leaves with neither is asked. */
export const MadeTokenPanel = ({ made, onClose }: Props) => {
  const { keep } = useShownOnce(
    () => ({
      body: `トークン「${made.name}」は、もう一度表示できません。控えずに移動すると、作り直すことになります。`,
      verb: '控えずに移動',
    }),
    onClose,
  )
  const { id, area, done, note, copy } = useCopying({ text: made.secret, onCopied: keep })
  return (
    <div className={styles['open']}>
      <section className={styles['made']} aria-labelledby={`${id}-title`}>
        <p className={styles['once']} role="status">
          <EyeOutlined aria-hidden="true" />
          <strong id={`${id}-title`}>トークンが見えるのは、いまだけです</strong>
          <span>控えてから閉じてください。なくしたら作り直します。</span>
        </p>
        <div ref={area} className={styles['line']}>
          <Input
            aria-label={labels.apiToken.secret}
            readOnly
            spellCheck={false}
            className={styles['secret'] ?? ''}
            value={made.secret}
            onCopy={note}
            onFocus={(event) => event.target.select()}
          />
          <Button
            type="primary"
            icon={done ? <CheckOutlined aria-hidden="true" /> : <CopyOutlined aria-hidden="true" />}
            onClick={() => void copy()}
          >
            {done ? '写しました' : '写す'}
          </Button>
          <Button
            onClick={() => {
              keep()
              onClose()
            }}
          >
            控えました
          </Button>
        </div>
        <code className={styles['example']}>{readExample(location.origin, made)}</code>
      </section>
    </div>
  )
}
