import AwsS3, { type AwsBody, type AwsS3Options } from '@uppy/aws-s3'
import type { Meta, Uppy, UppyFile } from '@uppy/core'

type File = UppyFile<Meta, AwsBody>
type RequestOptions = Parameters<AwsS3<Meta, AwsBody>['getUploadParameters']>[1]
type Begun = { key?: string | undefined; uploadId?: string | undefined }

type Options = AwsS3Options<Meta, AwsBody> & { requestUpload?: () => Promise<{ uploadURL: string }> }

/** Uploads by a companion that clean up their parts where Uppy's own plugin leaves them. */
export class CompanionUploads extends AwsS3<Meta, AwsBody> {
  readonly #requestUpload: Options['requestUpload']

  constructor(uppy: Uppy<Meta, AwsBody>, { requestUpload, ...options }: Options) {
    super(uppy, options)
    this.#requestUpload = requestUpload
  }

  /** Uploads an undivided file under the name that our server has chosen, so that it can be saved afterwards. */
  override async getUploadParameters(file: File, options: RequestOptions) {
    if (this.#requestUpload === undefined) return super.getUploadParameters(file, options)
    const { uploadURL } = await this.#requestUpload()
    const objectName = /\/object\/upload\/sign\/[^/]+\/([^?]+)/.exec(uploadURL)?.[1]
    if (objectName === undefined) throw new Error('Cannot upload to an undefined URL')
    const { name, type } = file.meta
    const parameters = await super.getUploadParameters(
      { ...file, meta: { name, ...(type !== undefined && { type }), objectName } },
      options,
    )
    this.uppy.setFileMeta(file.id, { address: uploadURL })
    return parameters
  }

  /**
   * Aborts an upload that was cancelled or paused during its creation: Uppy forgets it, but the server may have created
   * it.
   */
  override async createMultipartUpload(file: File, signal: AbortSignal) {
    const beginning = super.createMultipartUpload(file)
    const abandon = () => void beginning.then((begun) => this.#abort(file, begun)).catch(() => undefined)
    signal.addEventListener('abort', abandon)
    try {
      return await beginning
    } finally {
      signal.removeEventListener('abort', abandon)
    }
  }

  override install(): void {
    super.install()
    this.uppy.on('file-removed', this.#onRemoved)
  }

  override uninstall(): void {
    this.uppy.off('file-removed', this.#onRemoved)
    super.uninstall()
  }

  /**
   * Aborts an upload when its file is removed: Uppy keeps the parts of one that failed after a pause for a retry, and
   * then ignores the removal.
   */
  readonly #onRemoved = (file: File & { s3Multipart?: Begun }) => {
    if (this.uploaders[file.id] || file.progress.uploadComplete) return
    void this.#abort(file, file.s3Multipart ?? {})
  }

  async #abort(file: File, { key, uploadId }: Begun): Promise<void> {
    if (key === undefined || uploadId === undefined) return
    await this.abortMultipartUpload(file, { key, uploadId }).catch((error: unknown) => this.uppy.log(error))
  }
}
