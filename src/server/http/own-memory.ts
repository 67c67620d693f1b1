/**
 * Bytes that are kept, in memory of their own size: what zlib and Buffer return is a view of up to 64 KB, which it would
 * keep whole.
 */
export const ownMemory = (bytes: Uint8Array): Buffer<ArrayBuffer> => {
  const own = Buffer.allocUnsafeSlow(bytes.byteLength)
  own.set(bytes)
  return own
}
