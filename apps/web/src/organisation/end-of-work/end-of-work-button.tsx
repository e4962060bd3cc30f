import type { ComponentProps } from 'react'
import { askEndOfWork, type WorkOf } from './end-of-work.ts'
import { PlainButton } from '../../kit/plain-button.tsx'

type Props = Pick<ComponentProps<typeof PlainButton>, 'kind'> & { readonly work: WorkOf }

/** 作業終了, of somebody who is named beside it; said after asking. */
export const EndOfWorkButton = ({ work, kind }: Props) => (
  <PlainButton kind={kind} aria-label={`${work.name}の作業終了`} onClick={() => void askEndOfWork(work)}>
    作業終了
  </PlainButton>
)
