import {
  DownlinkAnswer,
  DownlinkMessage,
  IngestReport,
  IngestRequest,
  LampSignal,
  ServerState,
  signalEverySeconds,
} from '@mimamori/contract'
import { exportedSchemas } from '@mimamori/contract/exported-schemas'
import type { Config } from '../../../platform/config/config.ts'
import { type Json, schemaDocument, type SchemaDocument } from '../../../platform/http/named-schemas.ts'
import { brokerAddress } from '../../../shared/access-keys/broker-address.ts'
import { downlinkTopic } from '../../../shared/downlink/topics.ts'
import { serverTopic, signalTopic } from '../../../shared/lamp-signal/topics.ts'
import { answersTopic, readingsTopic, rejectedTopic } from '../mqtt/topics.ts'

type BrokerConfig = Pick<Config, 'mqttUrl' | 'publicMqttUrl' | 'mqttPort' | 'tlsCert'>

const security = [{ $ref: '#/components/securitySchemes/ingestKey' }]

/**
 * Where senders connect to. A broker outside is named by `PUBLIC_MQTT_URL` alone: what `MQTT_URL` calls it may be a name of the own
 * network, which is nobody's business outside.
 * @param host the name by which the caller knows this server
 */
const serversOf = (config: BrokerConfig, host: string): Json => {
  const address = brokerAddress(config)
  if (address === null) return {}
  const common = { protocol: address.tls ? 'secure-mqtt' : 'mqtt', security }
  if (config.publicMqttUrl === undefined && config.mqttUrl !== undefined) {
    const variables = { host: { description: '受信キーを作ったときに画面に出る、MQTTの接続先（例: broker.example:8883）' } }
    return { broker: { host: '{host}', ...common, variables, description: 'この会社のMQTTブローカー' } }
  }
  // The product's own broker speaks MQTT 3.1.1 alone.
  const version = address.hasOwnPasswords ? {} : { protocolVersion: '3.1.1' }
  return { broker: { host: `${address.host ?? host}:${address.port}`, ...common, ...version, description: '受信キーで接続する。' } }
}

const keyId = { $ref: '#/components/parameters/keyId' }

const channel = (address: string, message: string, parameters: Json = {}): Json => ({
  address,
  parameters: { keyId, ...parameters },
  messages: { [message]: { $ref: `#/components/messages/${message}` } },
})

const operation = (action: 'send' | 'receive', name: string, qos: 0 | 1, summary: string, retain = false): Json => ({
  action,
  channel: { $ref: `#/channels/${name}` },
  summary,
  bindings: { mqtt: { qos, retain, bindingVersion: '0.2.0' } },
})

const lastPart = (ref: unknown) => String(ref).split('/').at(-1) ?? ''

/** A message of one reading for each kind. */
const examplesOf = ({ components }: SchemaDocument): Json[] => {
  const kinds = (components['Reading']?.['oneOf'] ?? []) as Json[]
  return kinds.flatMap(({ $ref }) => {
    const { description, examples = [] } = (components[lastPart($ref)] ?? {}) as { description?: string; examples?: Json[] }
    return examples.map((reading) => ({ name: String(reading['kind']), summary: description, payload: { readings: [reading] } }))
  })
}

const message = (title: string, summary: string, payload: Json | undefined, examples?: Json[]): Json => ({
  title,
  summary,
  contentType: 'application/json',
  payload,
  ...(examples !== undefined && { examples }),
})

/**
 * The AsyncAPI 3 document of what goes over MQTT, with the schemas that HTTP has, too.
 * @param host the name by which the caller knows this server
 */
export const asyncApiDocument = (config: BrokerConfig, host: string): Json => {
  const schemas = schemaDocument(
    { readings: IngestRequest, answer: DownlinkAnswer },
    { report: IngestReport, command: DownlinkMessage, signal: LampSignal, state: ServerState },
    exportedSchemas(),
  )
  const { requests, answers } = schemas
  return {
    asyncapi: '3.0.0',
    info: {
      title: '見守り MQTT',
      version: '1',
      description:
        '測定値を送り、機器への指示と警告灯の信号を受け取る。操作は見守りから見た向きで書いてある。同じことをHTTPで行うには /api/openapi.json を見る。',
    },
    defaultContentType: 'application/json',
    servers: serversOf(config, host),
    channels: {
      readings: channel(readingsTopic('{keyId}'), 'readings'),
      rejected: channel(rejectedTopic('{keyId}'), 'rejected'),
      downlink: channel(downlinkTopic('{keyId}', '{serial}'), 'command', { serial: { $ref: '#/components/parameters/serial' } }),
      downlinkAck: channel(answersTopic('{keyId}'), 'commandAnswer'),
      signal: channel(signalTopic('{keyId}'), 'signal'),
      server: { address: serverTopic, messages: { serverState: { $ref: '#/components/messages/serverState' } } },
    },
    operations: {
      receiveReadings: operation('receive', 'readings', 1, '測定値を受け取る。保存が終わってから受領（PUBACK）を返す。'),
      reportRejected: operation('send', 'rejected', 0, '受け取れなかった測定値を、送った側に知らせる。全部受け取れたときは何も送らない。'),
      sendCommand: operation(
        'send',
        'downlink',
        1,
        '機器への指示を送る。返事があるまで、間を空けて繰り返す。serialを + にすると拠点の全機器。',
      ),
      sendSignal: operation(
        'send',
        'signal',
        1,
        `現場の警告灯に出す、拠点の今の様子。変わったとき1秒以内に、変わらなくても${signalEverySeconds}秒ごとに送る。購読するとすぐに届く。`,
        true,
      ),
      sendServerState: operation(
        'send',
        'server',
        1,
        '見守りのサーバーが動いているか。別のブローカーでは、止まるとラストウィルでfalseになる。',
        true,
      ),
      receiveCommandAnswer: operation('receive', 'downlinkAck', 1, '指示の結果を受け取る。同じ返事は何度でもよい。'),
    },
    components: {
      messages: {
        readings: message('測定値', '1件以上の測定値', requests['readings'], examplesOf(schemas)),
        rejected: message('受け取れなかった測定値', 'readingsの中の位置と直すところ', answers['report']),
        command: message('指示', '変わった設定だけを含む', answers['command']),
        signal: message('警告灯の信号', '人の名前や測定値は含まない', answers['signal']),
        serverState: message('サーバーの様子', '全部の受信キーに共通', answers['state']),
        commandAnswer: message('指示の結果', '反映した、またはできなかった', requests['answer']),
      },
      parameters: {
        keyId: { description: '受信キーの番号' },
        serial: { description: '機器の番号' },
      },
      schemas: schemas.components,
      securitySchemes: {
        ingestKey: { type: 'userPassword', description: '受信キーの番号をユーザー名、秘密をパスワードにする。' },
      },
    },
  }
}
