import MemoryPersistence, { type KeptClient, type KeptPacket } from 'aedes-persistence/asyncPersistence.js'
import { Readable } from 'node:stream'

const { Packet } = MemoryPersistence

/** Packets that one client has not acknowledged, oldest first. */
interface Queue {
  readonly packets: Map<string, KeptPacket>
  /** Packet keys by message id. */
  readonly keys: Map<number, string>
}

/**
 * In-memory persistence with correct QoS 2 delivery. Version 11 compares broker ids that are both undefined on
 * PUBREL: it takes the wrong packet and loses those behind it. Here a packet is found by its broker counter when it
 * has one, else by its message id, without searching the queue.
 */
export class OrderedPersistence extends MemoryPersistence {
  readonly #queues = new Map<string, Queue>()

  #queueOf(clientId: string): Queue {
    const known = this.#queues.get(clientId)
    if (known !== undefined) return known
    const queue: Queue = { packets: new Map(), keys: new Map() }
    this.#queues.set(clientId, queue)
    return queue
  }

  #enqueue(clientId: string, packet: KeptPacket): void {
    this.#queueOf(clientId).packets.set(`${packet.brokerId}:${packet.brokerCounter}`, new Packet(packet))
  }

  override async outgoingEnqueue(sub: { readonly clientId: string }, packet: KeptPacket): Promise<void> {
    this.#enqueue(sub.clientId, packet)
  }

  override async outgoingEnqueueCombi(
    subs: readonly { readonly clientId: string }[],
    packet: KeptPacket,
  ): Promise<void> {
    for (const sub of subs) this.#enqueue(sub.clientId, packet)
  }

  override async outgoingUpdate(client: KeptClient, packet: KeptPacket): Promise<void> {
    const { packets, keys } = this.#queueOf(client.id)
    const number = packet.messageId
    const own = packet.brokerId === undefined ? undefined : `${packet.brokerId}:${packet.brokerCounter}`
    const waiting = own === undefined ? undefined : packets.get(own)
    if (own !== undefined && waiting !== undefined) {
      waiting.messageId = number
      if (number !== undefined) keys.set(number, own)
      return
    }
    const key = number === undefined ? undefined : keys.get(number)
    if (key === undefined || !packets.has(key)) throw new Error('no such packet')
    packets.set(key, packet)
  }

  override async outgoingClearMessageId(client: KeptClient, packet: KeptPacket): Promise<KeptPacket | undefined> {
    const { packets, keys } = this.#queueOf(client.id)
    const key = packet.messageId === undefined ? undefined : keys.get(packet.messageId)
    if (key === undefined || packet.messageId === undefined) return undefined
    const done = packets.get(key)
    packets.delete(key)
    keys.delete(packet.messageId)
    if (packets.size === 0) this.#queues.delete(client.id)
    return done
  }

  override outgoingStream(client: KeptClient): Readable {
    return Readable.from([...(this.#queues.get(client.id)?.packets.values() ?? [])])
  }
}
