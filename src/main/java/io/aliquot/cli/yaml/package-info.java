/** YAML and JSON text to trees and back, each document for itself, with comments and spelling kept. */
@NullMarked
package io.aliquot.cli.yaml;

import org.jspecify.annotations.NullMarked;
