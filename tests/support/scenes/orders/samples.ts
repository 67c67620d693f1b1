import mqtt, { type MqttClient } from 'mqtt'
import type { SampleRow, Shipment } from '../../../../src/contract/orders/samples.ts'
import type { Side } from '../../../../src/domain/sides.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'
import { offerOrder, setStatus } from './order.ts'

type Registration = Parameters<Client['api']['orders']['buyerSampleRegister']>[0]

/** An order from an offer that the supplier works on. */
export async function orderInWork(app: TestApp, buyer: Client, seller: Client): Promise<number> {
  const { orderId } = await offerOrder(app, buyer, seller)
  await setStatus(app, orderId, 'in_progress')
  return orderId
}

export const sampleOf = (orderId: number, more: Partial<Registration> = {}): Registration => ({
  orderId,
  name: 'HX-208 原料药',
  kind: 'compound',
  amount: 500_000,
  unit: 'mg',
  storage: 'cold',
  minTemp: 200,
  maxTemp: 800,
  ...more,
})

/** Registers samples as the buyer. */
export const registered = async (
  buyer: Client,
  orderId: number,
  more: Partial<Registration> = {},
): Promise<SampleRow[]> =>
  contentOf(await buyer.api.orders.buyerSampleRegister(sampleOf(orderId, more), { idempotencyKey: newKey() }))

interface Terms {
  readonly tolerance?: number
  readonly toleranceMinutes?: number
}

/** Packs samples as one side. */
export const packed = async (
  client: Client,
  side: Side,
  samples: readonly Pick<SampleRow, 'sampleId' | 'orderId'>[],
  terms: Terms = {},
): Promise<Shipment> => {
  const input = { orderId: samples[0]?.orderId ?? 0, sampleIds: samples.map(({ sampleId }) => sampleId), ...terms }
  const once = { idempotencyKey: newKey() }
  return contentOf(
    side === 'buyer'
      ? await client.api.orders.buyerShipmentPack(input, once)
      : await client.api.orders.sellerShipmentPack(input, once),
  )
}

/** Packs and ships samples as the buyer. */
export async function shipped(
  buyer: Client,
  samples: readonly Pick<SampleRow, 'sampleId' | 'orderId'>[],
  terms: Terms = {},
): Promise<Shipment> {
  const { shipmentId } = await packed(buyer, 'buyer', samples, terms)
  return contentOf(await buyer.api.orders.buyerShipmentSend({ shipmentId, carrier: '顺丰', trackingNo: 'SF1' }))
}

/** A new sensor of the buyer's company. */
export const newSensor = async (buyer: Client, name = 'T-01') =>
  contentOf(await buyer.api.orders.buyerSensorCreate({ name }))

interface Credential {
  readonly userName: string
  readonly secret: string
}

/** Connects as a sensor; undefined when the broker refuses it. */
export function connectSensor(
  url: string,
  { userName, secret }: Credential,
  more: mqtt.IClientOptions = {},
): Promise<MqttClient | undefined> {
  const client = mqtt.connect(url, {
    username: userName,
    password: secret,
    clientId: userName,
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    reconnectPeriod: 0,
    connectTimeout: 8_000,
    ...more,
  })
  return new Promise((resolve) => {
    client.on('connect', () => resolve(client))
    client.on('error', () => resolve(undefined))
    client.on('close', () => resolve(undefined))
  })
}

/** A reading as a sensor sends it. */
export const readingOf = (celsius: number, at: Date = new Date(), seq = 0): string =>
  JSON.stringify({ at: at.toISOString(), seq, c: celsius })
