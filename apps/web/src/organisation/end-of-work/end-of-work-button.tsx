import { Button, type ButtonProps } from 'antd'
import { askEndOfWork, type WorkOf } from './end-of-work.ts'

type Props = Pick<ButtonProps, 'type'> & { readonly work: WorkOf }

/** 作業終了, of somebody who is named beside it; said after asking. */
export const EndOfWorkButton = ({ work, type = 'default' }: Props) => (
  <Button type={type} aria-label={`${work.name}の作業終了`} onClick={() => void askEndOfWork(work)}>
    作業終了
  </Button>
)
