/** Files of the broker's packages that come without types of their own. */
declare module 'aedes-persistence/asyncPersistence.js' {
  import type { Readable } from 'node:stream'

  export interface KeptPacket {
    readonly brokerId?: string | undefined
    readonly brokerCounter?: number | undefined
    messageId?: number | undefined
  }
  export interface KeptClient {
    readonly id: string
  }
  /** In-memory persistence of aedes-persistence 11. */
  export default class MemoryPersistence {
    setup(broker: unknown): Promise<void>
    outgoingEnqueue(sub: { readonly clientId: string }, packet: KeptPacket): Promise<void>
    outgoingEnqueueCombi(subs: readonly { readonly clientId: string }[], packet: KeptPacket): Promise<void>
    outgoingUpdate(client: KeptClient, packet: KeptPacket): Promise<void>
    outgoingClearMessageId(client: KeptClient, packet: KeptPacket): Promise<KeptPacket | undefined>
    outgoingStream(client: KeptClient): Readable
    destroy(): Promise<void>
    static Packet: new (packet: KeptPacket) => KeptPacket
  }
}

declare module 'aedes-persistence-redis' {
  import type { Redis } from 'ioredis'

  /** Persistence of aedes over one Redis connection. */
  export default function redisPersistence(options: { readonly conn: Redis }): {
    delWill: (client: { readonly id: string }) => Promise<unknown>
  }
}
