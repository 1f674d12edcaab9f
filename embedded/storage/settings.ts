export type BucketSettings = {
  id: string
  public: boolean
  /** In bytes; undefined stands for what the whole service allows. */
  fileSizeLimit: number | undefined
  /** `image/png` or `image/*`; undefined stands for any. */
  allowedMimeTypes: readonly string[] | undefined
}

export type StorageSettings = {
  /** In bytes, of any file in any bucket. */
  fileSizeLimit: number
  /** Made at the start, or brought up to date. */
  buckets: readonly BucketSettings[]
}
