package io.aliquot.rewrite.reading;

import static dev.cel.common.CelFunctionDecl.newFunctionDeclaration;
import static dev.cel.common.CelOverloadDecl.newGlobalOverload;
import static dev.cel.common.CelOverloadDecl.newMemberOverload;

import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import io.aliquot.model.Quantity;

/** The selectors of claims, compiled and evaluated by a real CEL. A runtime error is a failure, as in the scheduler. */
public final class Cel {
    private static final dev.cel.bundle.Cel CEL = CelFactory.standardCelBuilder()
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addCompilerLibraries(CelExtensions.strings())
            .addRuntimeLibraries(CelExtensions.strings())
            .addVar("device.driver", SimpleType.STRING)
            .addVar("device.attributes", byDomain(SimpleType.DYN))
            .addVar("device.capacity", byDomain(SimpleType.INT))
            .addFunctionDeclarations(
                    newFunctionDeclaration(
                            "quantity", newGlobalOverload("quantity_string", SimpleType.INT, SimpleType.STRING)),
                    newFunctionDeclaration(
                            "compareTo",
                            newMemberOverload("quantity_compare", SimpleType.INT, SimpleType.INT, SimpleType.INT)))
            .addFunctionBindings(
                    CelFunctionBinding.from("quantity_string", String.class, Cel::bytes),
                    CelFunctionBinding.from("quantity_compare", Long.class, Long.class, Long::compare))
            .build();

    private Cel() {}

    /** Whether {@code expression} accepts {@code device}. */
    public static boolean accepts(String expression, Device device) {
        try {
            return (Boolean) CEL.createProgram(compile(expression)).eval(device.variables());
        } catch (CelEvaluationException e) {
            throw new AssertionError("runtime error in " + expression + " on " + device, e);
        }
    }

    /** The checked expression; an expression with a fault in it is a failure. */
    public static CelAbstractSyntaxTree compile(String expression) {
        try {
            return CEL.compile(expression).getAst();
        } catch (CelValidationException e) {
            throw new AssertionError("not CEL: " + expression, e);
        }
    }

    private static CelType byDomain(CelType value) {
        return MapType.create(SimpleType.STRING, MapType.create(SimpleType.STRING, value));
    }

    private static long bytes(String quantity) {
        return Quantity.parse(quantity).orElseThrow().value().longValueExact();
    }
}
