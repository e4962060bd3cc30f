import type { ShownCheck } from './apply-unsent.ts'

/** Somebody who has not answered yet, with what a test wants of them. */
export const checkRowOf = (userId: number, more: Partial<ShownCheck> = {}): ShownCheck => ({
  userId,
  fullName: '大久保　義男',
  furigana: 'オオクボ　ヨシオ',
  groupId: 1,
  groupName: '足場班',
  language: null,
  state: 'none',
  answers: null,
  counted: [],
  attention: false,
  answeredAt: null,
  source: null,
  talkedAt: null,
  talkedBy: null,
  movedAt: null,
  movedBy: null,
  movedTo: null,
  isUnsent: false,
  ...more,
})
