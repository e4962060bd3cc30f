import { Button } from 'antd'
import { askEndOfWork, type WorkOf } from './end-of-work.ts'

/** 作業終了, of somebody who is named beside it; said after asking. */
export const EndOfWorkButton = ({ work }: { readonly work: WorkOf }) => (
  <Button aria-label={`${work.name}の作業終了`} onClick={() => void askEndOfWork(work)}>
    作業終了
  </Button>
)
