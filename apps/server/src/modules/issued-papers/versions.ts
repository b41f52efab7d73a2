import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@kangmai/domain';
import type { IssuedContent } from '@kangmai/model/documents';
import type { CallCtx } from '../../engine/public.ts';

export interface Version {
  readonly id: number;
  readonly document: string;
  readonly rowId: number;
  readonly version: number;
  readonly formerId: number | null;
  readonly templateVersion: string;
  readonly content: IssuedContent;
  readonly sha256: string;
  readonly issuedAt: Date;
  readonly issuedBy: number | null;
  readonly issuerName: string;
  readonly signedAt: Date | null;
  readonly signedBy: number | null;
  readonly signerName: string | null;
  readonly signWay: SignWay | null;
  readonly signatureSha256: string | null;
}

export type SignWay = 'password' | 'code';

export interface Signature {
  readonly sha256: string;
  readonly signedAt: Date;
  readonly signedBy: number;
  readonly signerName: string;
  readonly signWay: SignWay;
}

const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(canonicalJson(value as JsonValue))
    .digest('hex');

export const hashOfContent = (content: IssuedContent): string => hashOf(content);

/** A signature is bound to the content by its hash. */
export const hashOfSignature = ({ signedAt, ...rest }: Signature): string =>
  hashOf({ ...rest, signedAt: signedAt.toISOString() });

const columns = `id, document, row_id as "rowId", version, former_id as "formerId", template_version as "templateVersion", content, sha256,
  issued_at as "issuedAt", issued_by as "issuedBy", issuer_name as "issuerName", signed_at as "signedAt", signed_by as "signedBy",
  signer_name as "signerName", sign_way as "signWay", signature_sha256 as "signatureSha256"`;

export const versionsOf = ({ tx, tenantId }: CallCtx, document: string, rowId: number): Promise<readonly Version[]> =>
  tx.query<Version>(
    `select ${columns} from document_version where tenant_id = $1 and document = $2 and row_id = $3 order by version desc`,
    [tenantId, document, rowId],
  );

/** Versions of all papers behind an id, each after its former one. */
export const versionsAfter = ({ tx, tenantId }: CallCtx, id: number, take: number): Promise<readonly Version[]> =>
  tx.query<Version>(`select ${columns} from document_version where tenant_id = $1 and id > $2 order by id limit $3`, [
    tenantId,
    id,
    take,
  ]);

export const hashesOf = async (
  { tx, tenantId }: CallCtx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> =>
  new Map(
    (
      await tx.query<{ id: number; sha256: string }>(
        'select id, sha256 from document_version where tenant_id = $1 and id = any($2)',
        [tenantId, ids],
      )
    ).map(({ id, sha256 }) => [id, sha256]),
  );

/** One version of a paper is issued at a time. */
export const lockPaper = ({ tx, tenantId }: CallCtx, document: string, rowId: number): Promise<number> =>
  tx.execute("select pg_advisory_xact_lock(hashtextextended('issued paper ' || $1::text || ' ' || $2, $3))", [
    tenantId,
    document,
    rowId,
  ]);

export async function insertVersion(
  { tx, tenantId, caller }: CallCtx,
  content: IssuedContent,
  formerId: number | null,
): Promise<{ readonly id: number; readonly sha256: string }> {
  const sha256 = hashOfContent(content);
  const row = await tx.one<{ id: number }>(
    `insert into document_version (tenant_id, document, row_id, version, former_id, template_version, content, sha256, issued_at, issued_by, issuer_name)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11) returning id`,
    [
      tenantId,
      content.document,
      content.row,
      content.version,
      formerId,
      content.templateVersion,
      JSON.stringify(content),
      sha256,
      new Date(content.issuedAt),
      caller.userId,
      content.issuer,
    ],
  );
  return { id: row?.id ?? 0, sha256 };
}

/** Writes a signature where there is none. @returns whether it was written */
export async function writeSignature({ tx, tenantId }: CallCtx, id: number, signature: Signature): Promise<boolean> {
  const { signedAt, signedBy, signerName, signWay } = signature;
  const written = await tx.execute(
    `update document_version set signed_at = $3, signed_by = $4, signer_name = $5, sign_way = $6, signature_sha256 = $7
     where tenant_id = $1 and id = $2 and signed_at is null`,
    [tenantId, id, signedAt, signedBy, signerName, signWay, hashOfSignature(signature)],
  );
  return written > 0;
}
