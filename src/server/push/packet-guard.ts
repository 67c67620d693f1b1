/** Bytes a connection may send in all until its CONNECT is accepted. */
export const bytesBeforeConnect = 4096
/** Bytes of any one packet: CONNECT, subscriptions, acknowledgements and pings are far smaller. */
export const bytesPerPacket = 1024

/**
 * Reads only the fixed headers of an MQTT stream and tells whether every packet stays within `max` bytes.
 * The parser behind it would otherwise collect whatever length a header claims, up to 256 MB.
 */
export function packetGuard(max: number): (chunk: Uint8Array) => boolean {
  /** Bytes of the packet's body still to come; -1 = at a packet type, -2 = within the length. */
  let left = -1
  let length = 0
  let factor = 1
  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - at)
        left -= skipped
        at += skipped
        if (left === 0) left = -1
        continue
      }
      const byte = chunk[at] ?? 0
      at += 1
      if (left === -1) {
        left = -2
        length = 0
        factor = 1
        continue
      }
      length += (byte & 0x7f) * factor
      if (length > max || factor > 128 ** 3) return false
      factor *= 128
      if (byte < 0x80) left = length === 0 ? -1 : length
    }
    return true
  }
}
