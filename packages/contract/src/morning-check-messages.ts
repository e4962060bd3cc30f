/** The messages about the morning check (朝礼チェック). */
export const morningCheckMessages = {
  checkLater: '{name}さんの朝礼チェックは、{time} に答えが出ています。いまの答えを確かめてください。',
  checkUnknownQuestion: 'いまの質問にない答えです。画面を開き直して、もう一度答えてください。',
  checkOff: 'この拠点では、朝礼チェックの質問がありません。',
  gateCardUnknown: 'このカードは、この現場の人のものではありません。カードを確かめるか、職長に声をかけてください。',
  gateClosed: 'いまは朝礼チェックを受け付けていません。職長に声をかけてください。',
  checkNotAnswered: '{name}さんは、きょうの朝礼チェックにまだ答えていません。',
} as const
