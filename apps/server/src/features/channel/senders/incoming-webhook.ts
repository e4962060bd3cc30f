import type { ChannelRequest, ChannelTarget } from './channel-sender.ts'

/** The one request of a service that takes JSON at the channel's own address. */
export const postToChannel = ({ url }: Pick<ChannelTarget, 'url'>, body: object): ChannelRequest[] => [
  {
    key: '',
    method: 'POST',
    url: url ?? '',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  },
]
