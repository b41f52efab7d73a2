import { hashOfContent, hashOfSignature, type Version } from './versions.ts';

/** What of a stored version is no longer as it was issued or signed. */
export const differences = ['content', 'place', 'template', 'former', 'issuer', 'signature'] as const;
export type Difference = (typeof differences)[number];

type Check = (version: Version, formerHash: string | null) => boolean;

function isSignatureSound({
  sha256,
  signedAt,
  signedBy,
  signerName,
  signWay,
  signatureSha256,
  content,
}: Version): boolean {
  if (signedAt === null || signedBy === null || signerName === null || signWay === null) return signedAt === null;
  if (content.signer && content.signer.id !== signedBy) return false;
  return hashOfSignature({ sha256, signedAt, signedBy, signerName, signWay }) === signatureSha256;
}

const checks: Readonly<Record<Difference, Check>> = {
  content: ({ content, sha256 }) => hashOfContent(content) === sha256,
  place: ({ content, document, rowId, version }) =>
    content.document === document && content.row === rowId && content.version === version,
  template: ({ content, templateVersion }) => content.templateVersion === templateVersion,
  former: ({ content }, formerHash) => content.former === formerHash,
  issuer: ({ content, issuerName, issuedAt }) =>
    content.issuer === issuerName && content.issuedAt === issuedAt.toISOString(),
  signature: isSignatureSound,
};

/** Computes the hashes of a version again. `formerHash` is that of the version which it corrects. */
export const checkVersion = (version: Version, formerHash: string | null): readonly Difference[] =>
  differences.filter((name) => !checks[name](version, formerHash));
