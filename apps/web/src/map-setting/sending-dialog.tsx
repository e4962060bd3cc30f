import { Modal } from 'antd'
import { TaskProgress } from '../kit/task-progress.tsx'
import { megabytes } from './picture-check.ts'
import type { Sending } from './send-pictures.ts'

type SendingDialogProps = { readonly sending: Sending; readonly onStop: () => void }

/** The new drawings on their way to the server; stopping keeps everything that was typed. */
export const SendingDialog = ({ sending: { name, at, count, done, total }, onStop }: SendingDialogProps) => (
  <Modal
    open
    centered
    width={460}
    title={null}
    closable={false}
    mask={{ closable: false }}
    keyboard={false}
    footer={null}
    aria-label="図面を送っています"
  >
    <TaskProgress
      title={`図面を送っています（${count}枚中 ${at}枚目）`}
      done={done}
      total={total}
      words={`${megabytes(total)}中 ${megabytes(done)}`}
      note={name}
      onStop={onStop}
    />
  </Modal>
)
