package io.aliquot.rewrite.vectors;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One pod with what the old system makes of it.
 *
 * @param id for messages
 * @param pod the pod as the API server sends it
 * @param verdict the old system's
 * @param refusal the old system's word for its refusal; empty when it does not refuse
 */
record LegacyRow(String id, JsonNode pod, Verdict verdict, String refusal) {}
